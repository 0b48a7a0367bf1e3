import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { GpsCommand } from '@rumbo/contract/commands.contract'
import type { ReactNode } from 'react'
import { useMoment } from '../app/use-moment.ts'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { parameterNames } from './command-draft.rules.ts'
import { outcomeOf } from './commands.rules.ts'
import type { CommandActions } from './use-command-actions.ts'

const code = {
  fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  typography: 'caption',
  whiteSpace: 'pre-wrap',
} as const

/** Details of a command: reason, times, sender, transmitted text and answer. */
export function CommandDetails({ command, actions }: { command: GpsCommand; actions: CommandActions }) {
  const { t } = useText()
  const moment = useMoment()
  const outcome = outcomeOf(command)
  const fact = (name: string, value: ReactNode, style?: object) =>
    value === null || value === undefined || value === '' ? null : (
      <Box sx={{ minWidth: 0 }}>
        <Box component="dt" sx={{ typography: 'caption', color: token('textSoft') }}>
          {name}
        </Box>
        <Box component="dd" sx={{ m: 0, typography: 'body2', overflowWrap: 'anywhere', ...style }}>
          {value}
        </Box>
      </Box>
    )
  const at = (value: string | null) => (value === null ? null : moment(value, 'dateTimeSeconds'))
  const parameters = parameterNames
    .filter((name) => command.parameters[name] !== undefined)
    .map((name) => `${t(`commands.parameter.${name}`)}: ${command.parameters[name]}`)
  return (
    <Box sx={{ display: 'grid', gap: '12px', py: '8px', textAlign: 'left', whiteSpace: 'normal' }}>
      {outcome !== null && (
        <Alert
          severity={command.status === 'failed' ? 'error' : command.status === 'sent' ? 'info' : 'warning'}
          role="presentation"
        >
          {t(outcome)}
        </Alert>
      )}
      <Box
        component="dl"
        sx={{
          display: 'grid',
          gridTemplateColumns: 'repeat(auto-fill, minmax(170px, 1fr))',
          gap: '10px 18px',
          m: 0,
        }}
      >
        {fact(t('commands.field.vehicle'), command.vehicleName)}
        {fact(t('commands.field.createdBy'), command.createdBy)}
        {fact(t('commands.field.reason'), command.reason)}
        {fact(t('commands.field.parameters'), parameters.join(' · '))}
        {fact(t('commands.field.createdAt'), at(command.createdAt))}
        {fact(t('commands.field.sentAt'), at(command.sentAt))}
        {fact(t('commands.field.deliveredAt'), at(command.deliveredAt))}
        {fact(t('commands.field.expiresAt'), at(command.expiresAt))}
        {fact(t('commands.field.cancelledBy'), command.cancelledBy)}
        {fact(t('commands.field.protocol'), command.protocol?.toUpperCase())}
        {fact(t('commands.field.payload'), command.payload, code)}
        {fact(t('commands.field.responsePayload'), command.responsePayload, code)}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '8px' }}>
        <Button size="small" variant="outlined" onClick={() => actions.refresh(command)}>
          {t('commands.action.refresh')}
        </Button>
        {command.canCancel && (
          <Button size="small" variant="outlined" color="error" onClick={() => actions.cancel(command)}>
            {t('commands.action.cancel')}
          </Button>
        )}
      </Box>
    </Box>
  )
}
