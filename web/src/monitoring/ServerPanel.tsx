import ContentCopyRounded from '@mui/icons-material/ContentCopyRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { readServerStatus } from '@rumbo/contract/monitoring.status.contract'
import { useErrorMessage } from '../app/client-context.tsx'
import { useEndpoint } from '../app/data/use-data.ts'
import { Age } from '../ui/Age.tsx'
import { Card } from '../ui/Card.tsx'
import { useText } from '../ui/i18n.tsx'
import { CardsSkeleton } from '../ui/skeletons.tsx'
import { ErrorState } from '../ui/states.tsx'
import { useToasts } from '../ui/toasts/toasts.tsx'
import { ServerFigures } from './ServerFigures.tsx'
import { ServerServices } from './ServerServices.tsx'
import { asDiagnostics } from './server-status.rules.ts'

const lookMs = 10_000

/**
 * The state of the server: measured figures with thresholds and their last hour. Read every ten seconds while
 * visible.
 */
export function ServerPanel() {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const answer = useEndpoint(
    readServerStatus,
    {},
    { refetchInterval: lookMs, refetchIntervalInBackground: false, staleTime: 0 },
  )
  const status = answer.data
  const title = t('panel.server.title')
  if (status === undefined) {
    return (
      <Card title={title}>
        {answer.isError ? (
          <ErrorState
            title={message(answer.error, t('monitoring.server.load.failed'))}
            onRetry={() => void answer.refetch()}
          />
        ) : (
          <CardsSkeleton cards={8} />
        )}
      </Card>
    )
  }
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(asDiagnostics(status))
      toasts.show({ type: 'success', message: t('panel.server.copied') })
    } catch {
      toasts.show({ type: 'error', message: t('grid.copyFailed') })
    }
  }
  return (
    <Card
      isFlush
      title={title}
      detail={<Age at={status.at} />}
      actions={
        <Button size="small" startIcon={<ContentCopyRounded />} onClick={() => void copy()}>
          {t('panel.server.copy')}
        </Button>
      }
    >
      {answer.isError && (
        <ErrorState
          title={message(answer.error, t('monitoring.server.load.failed'))}
          onRetry={() => void answer.refetch()}
        />
      )}
      <Box sx={{ opacity: answer.isError ? 0.6 : 1 }}>
        <ServerFigures status={status} />
        <ServerServices status={status} />
      </Box>
    </Card>
  )
}
