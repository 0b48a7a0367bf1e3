import QrCode2Outlined from '@mui/icons-material/QrCode2Outlined'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { createPhoneKey } from '@rumbo/contract/drivers.contract'
import { lazy, Suspense } from 'react'
import { useErrorMessage } from '../app/client-context.tsx'
import { useChange } from '../app/data/use-data.ts'
import { Card } from '../ui/Card.tsx'
import { useText } from '../ui/i18n.tsx'
import { FormSkeleton } from '../ui/skeletons.tsx'

const PhoneApp = lazy(() =>
  import('../telemetry/devices/PhoneApp.tsx').then((file) => ({ default: file.PhoneApp })),
)

/** Sets up a tracker app, which reports positions also while this page is closed. */
export function BackgroundPositions({ isOffline }: { isOffline: boolean }) {
  const { t } = useText()
  const message = useErrorMessage()
  const create = useChange(createPhoneKey)
  const made = create.data
  return (
    <Card title={t('driver.background.title')}>
      {t('driver.background.text')}
      {made === undefined ? (
        <Button
          variant="outlined"
          startIcon={<QrCode2Outlined />}
          sx={{ minHeight: 60, mt: '14px' }}
          fullWidth
          disabled={isOffline}
          loading={create.isPending}
          onClick={() => create.mutate({})}
        >
          {t('driver.background.show')}
        </Button>
      ) : made.port === null ? (
        <Alert severity="warning" sx={{ mt: '14px' }}>
          {t('driver.background.noServer')}
        </Alert>
      ) : (
        <>
          {!made.isPublic && (
            <Alert severity="warning" sx={{ my: '14px' }}>
              {t('driver.background.notPublic', { host: made.host })}
            </Alert>
          )}
          <Suspense fallback={<FormSkeleton fields={2} />}>
            <PhoneApp
              host={made.host}
              port={made.port}
              identifier={made.identifier}
              secret={null}
              hasSecret={false}
            />
          </Suspense>
        </>
      )}
      {create.isError && (
        <Alert severity="error" sx={{ mt: '14px' }}>
          {message(create.error, t('ui.error.text'))}
        </Alert>
      )}
    </Card>
  )
}
