import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import { notificationPriorities } from '@rumbo/contract/notifications.contract'
import {
  changeNotificationPreferences,
  chosenMethods,
  digestChoices,
  readNotificationPreferences,
  type TopicPreference,
} from '@rumbo/contract/notifications.preferences.contract'
import type { HoursWindow } from '@rumbo/contract/vehicles.contract'
import { useState } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useChange, useEndpoint } from '../../app/data/use-data.ts'
import { MethodNotice } from '../../app/MethodNotice.tsx'
import { Card } from '../../ui/Card.tsx'
import { ChoiceField } from '../../ui/fields/ChoiceField.tsx'
import { useText } from '../../ui/i18n.tsx'
import { FormSkeleton } from '../../ui/skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { FilterChips } from '../../ui/table/FilterChips.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { HoursField } from '../../vehicles/HoursField.tsx'

interface Draft {
  topics: TopicPreference[]
  quietWindows: HoursWindow[] | null
}

/** By which methods each topic reaches the person, from which priority on, and their own quiet hours. */
export function PreferencesCard() {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const answer = useEndpoint(readNotificationPreferences, {})
  const [draft, setDraft] = useState<Draft | null>(null)
  const save = useChange(changeNotificationPreferences, {
    onSuccess: () => {
      setDraft(null)
      toasts.show({ type: 'success', message: t('notificationPreferences.saved') })
    },
  })
  const value = draft ?? answer.data
  const change = (some: Partial<Draft>) =>
    value && setDraft({ topics: value.topics, quietWindows: value.quietWindows, ...some })
  return (
    <Card title={t('notificationPreferences.title')}>
      <Box sx={{ display: 'grid', gap: '16px' }}>
        <Typography sx={{ color: token('textSoft') }}>{t('notificationPreferences.lead')}</Typography>
        <MethodNotice />
        {answer.isError && (
          <ErrorState
            title={message(answer.error, t('notificationPreferences.error.load'))}
            onRetry={() => void answer.refetch()}
          />
        )}
        {value === undefined && !answer.isError && <FormSkeleton />}
        {answer.data?.email === null && (
          <Alert severity="warning" role="status">
            {t('notificationPreferences.unverified.email')}
          </Alert>
        )}
        {answer.data?.phone === null && (
          <Alert severity="info" role="status">
            {t('notificationPreferences.unverified.phone')}
          </Alert>
        )}
        {value?.topics.map((topic) => (
          <TopicFields
            key={topic.topic}
            value={topic}
            onChange={(next) =>
              change({ topics: value.topics.map((one) => (one.topic === next.topic ? next : one)) })
            }
          />
        ))}
        {value && (
          <>
            <FormControlLabel
              control={
                <Switch
                  checked={value.quietWindows !== null}
                  onChange={(_, isOwn) => change({ quietWindows: isOwn ? [] : null })}
                />
              }
              label={t('notificationPreferences.ownQuiet')}
            />
            {value.quietWindows !== null && (
              <HoursField
                label={t('notificationRules.tab.quiet')}
                value={value.quietWindows}
                error={undefined}
                noneText={t('notificationRules.quiet.none')}
                onChange={(quietWindows) => change({ quietWindows })}
              />
            )}
            {save.isError && (
              <Alert severity="error">{message(save.error, t('notificationPreferences.error.save'))}</Alert>
            )}
            <Button
              variant="contained"
              disabled={draft === null}
              loading={save.isPending}
              sx={{ justifySelf: 'start' }}
              onClick={() => draft && save.mutate({ body: draft })}
            >
              {t('ui.save')}
            </Button>
          </>
        )}
      </Box>
    </Card>
  )
}

interface TopicFieldsProps {
  value: TopicPreference
  onChange: (value: TopicPreference) => void
}

function TopicFields({ value, onChange }: TopicFieldsProps) {
  const { t } = useText()
  const name = t(`notificationPreferences.topic.${value.topic}`)
  return (
    <Box
      role="group"
      aria-label={name}
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '200px minmax(0, 1fr)' },
        alignItems: 'center',
        gap: '10px',
        pt: '12px',
        borderTop: `1px solid ${token('line')}`,
      }}
    >
      <Typography variant="subtitle2">{name}</Typography>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) repeat(2, minmax(0, 220px))' },
          alignItems: 'center',
          gap: '10px',
        }}
      >
        <FilterChips
          label={t('notificationRules.field.methods')}
          chips={chosenMethods.map((method) => ({
            value: method,
            label: t(`notifications.method.${method}`),
          }))}
          selected={value.methods}
          onChange={(methods) => onChange({ ...value, methods })}
        />
        <ChoiceField
          size="small"
          label={t('notificationPreferences.least')}
          value={value.leastPriority}
          choices={notificationPriorities.map((one) => ({
            value: one,
            label: t(`notifications.priority.${one}`),
          }))}
          onChange={(leastPriority) => onChange({ ...value, leastPriority })}
        />
        <ChoiceField
          size="small"
          label={t('notificationRules.field.digest')}
          value={value.digest ?? 'rule'}
          choices={(['rule', ...digestChoices] as const).map((one) => ({
            value: one,
            label: t(`notificationRules.digest.${one}`),
          }))}
          onChange={(one) => onChange({ ...value, digest: one === 'rule' ? null : one })}
        />
      </Box>
    </Box>
  )
}
