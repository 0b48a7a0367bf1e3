import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import {
  changeCompanyQuietHours,
  readCompanyQuietHours,
} from '@rumbo/contract/notifications.preferences.contract'
import type { HoursWindow } from '@rumbo/contract/vehicles.contract'
import { useState } from 'react'
import { useCan, useErrorMessage } from '../../app/client-context.tsx'
import { useChange, useEndpoint } from '../../app/data/use-data.ts'
import { Card } from '../../ui/Card.tsx'
import { useText } from '../../ui/i18n.tsx'
import { FormSkeleton } from '../../ui/skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { HoursField } from '../../vehicles/HoursField.tsx'

/** Hours in which mails, SMS and push messages of a company wait, unless they are urgent. */
export function CompanyQuietHours({ companyId }: { companyId: string }) {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const mayEdit = useCan()('notificationRules.edit', { companyId, fleetId: null })
  const answer = useEndpoint(readCompanyQuietHours, { params: { id: companyId } })
  const [draft, setDraft] = useState<readonly HoursWindow[] | null>(null)
  const save = useChange(changeCompanyQuietHours, {
    onSuccess: () => {
      setDraft(null)
      toasts.show({ type: 'success', message: t('notificationRules.quiet.saved') })
    },
  })
  const windows = draft ?? answer.data?.windows
  return (
    <Card title={t('notificationRules.tab.quiet')}>
      {answer.isError && (
        <ErrorState
          title={message(answer.error, t('notificationRules.quiet.error.load'))}
          onRetry={() => void answer.refetch()}
        />
      )}
      {windows === undefined ? (
        !answer.isError && <FormSkeleton fields={2} />
      ) : (
        <Box
          component="fieldset"
          disabled={!mayEdit}
          sx={{ border: 0, m: 0, p: 0, display: 'grid', gap: '14px' }}
        >
          <HoursField
            label={t('notificationRules.quiet.hours')}
            value={windows}
            error={undefined}
            noneText={t('notificationRules.quiet.none')}
            onChange={setDraft}
          />
          {save.isError && (
            <Alert severity="error">{message(save.error, t('notificationRules.quiet.error.save'))}</Alert>
          )}
          {mayEdit && (
            <Button
              variant="contained"
              disabled={draft === null}
              loading={save.isPending}
              sx={{ justifySelf: 'start' }}
              onClick={() => save.mutate({ params: { id: companyId }, body: { windows: [...windows] } })}
            >
              {t('ui.save')}
            </Button>
          )}
        </Box>
      )}
    </Card>
  )
}
