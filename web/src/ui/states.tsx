import CloudOffRounded from '@mui/icons-material/CloudOffRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useText } from './i18n.tsx'
import { token } from './theme/tokens.ts'

interface StateFrameProps {
  icon?: ReactNode
  colour: string
  title: string
  text?: ReactNode
  action?: ReactNode
  isAlert?: boolean
}

function StateFrame({ icon, colour, title, text, action, isAlert = false }: StateFrameProps) {
  return (
    <Box
      role={isAlert ? 'alert' : undefined}
      sx={{
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'center',
        textAlign: 'center',
        gap: '4px',
        p: '24px 18px',
      }}
    >
      {icon !== undefined && (
        <Box aria-hidden sx={{ color: colour, display: 'flex', mb: '6px', '& svg': { fontSize: 32 } }}>
          {icon}
        </Box>
      )}
      <Typography variant="h3" component="p">
        {title}
      </Typography>
      {text !== undefined && (
        <Typography variant="body2" component="div" sx={{ color: token('textSoft'), maxWidth: 420 }}>
          {text}
        </Typography>
      )}
      {action !== undefined && <Box sx={{ mt: '10px' }}>{action}</Box>}
    </Box>
  )
}

interface EmptyStateProps {
  icon?: ReactNode
  /** Why there is nothing, in one sentence. */
  title: string
  text?: ReactNode
  /** One button. */
  action?: ReactNode
}

/** An empty list or screen: the reason, and what to do. */
export function EmptyState(props: EmptyStateProps) {
  return <StateFrame colour={token('textSoft')} {...props} />
}

interface ErrorStateProps {
  /** What happened. Default: "could not load". */
  title?: string
  /** What to do, or how old the data still shown is. */
  text?: ReactNode
  icon?: ReactNode
  onRetry?: () => void
}

/** A failure with its description and a Retry button. */
export function ErrorState({ title, text, icon, onRetry }: ErrorStateProps) {
  const { t } = useText()
  return (
    <StateFrame
      isAlert
      colour={token('alarmed')}
      icon={icon ?? <CloudOffRounded />}
      title={title ?? t('ui.error.title')}
      text={text}
      action={
        onRetry && (
          <Button variant="outlined" size="small" onClick={onRetry}>
            {t('ui.retry')}
          </Button>
        )
      }
    />
  )
}
