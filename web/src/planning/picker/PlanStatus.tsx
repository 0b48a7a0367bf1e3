import CloudDoneOutlined from '@mui/icons-material/CloudDoneOutlined'
import CloudOffRounded from '@mui/icons-material/CloudOffRounded'
import CloudSyncOutlined from '@mui/icons-material/CloudSyncOutlined'
import ErrorOutlineRounded from '@mui/icons-material/ErrorOutlineRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { Plan } from '@rumbo/contract/planning.contract'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import type { SaveState } from '../editor/plan-editor.ts'

const icons = {
  saved: CloudDoneOutlined,
  saving: CloudSyncOutlined,
  unsaved: CloudSyncOutlined,
  stale: ErrorOutlineRounded,
  failed: ErrorOutlineRounded,
  offline: CloudOffRounded,
} as const satisfies Record<SaveState, unknown>
const isTroubled = (state: SaveState) => state === 'stale' || state === 'failed' || state === 'offline'

interface PlanStatusProps {
  plan: Pick<Plan, 'status' | 'version'>
  saveState: SaveState
  /** Why it was not saved in words. */
  saveError: string | null
  onRetry: () => void
}

/** Whether the plan is published, its version, and whether it is saved. */
export function PlanStatus({ plan: { status, version }, saveState, saveError, onRetry }: PlanStatusProps) {
  const { t } = useText()
  const Icon = icons[saveState]
  const colour = { draft: token('textSoft'), published: token('active'), changed: token('alarmed') }[status]
  return (
    <Box
      sx={{
        display: 'inline-flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: '2px 10px',
        typography: 'body2',
      }}
    >
      <Box component="span" sx={{ color: colour, fontWeight: 620, whiteSpace: 'nowrap' }}>
        {t(`planning.status.${status}`)}
      </Box>
      <Box
        component="span"
        role="status"
        title={t('planning.saved.version', { version })}
        sx={{
          display: 'inline-flex',
          alignItems: 'center',
          gap: '5px',
          whiteSpace: 'nowrap',
          color: isTroubled(saveState) ? token('critical') : token('textSoft'),
          '& svg': { fontSize: 17 },
        }}
      >
        <Icon aria-hidden />
        {t(`planning.saved.${saveState}`)}
      </Box>
      <Box role="alert" sx={{ '&:empty': { display: 'none' } }}>
        {saveError}
      </Box>
      {saveError !== null && (
        <Button size="small" onClick={onRetry}>
          {t('ui.retry')}
        </Button>
      )}
    </Box>
  )
}
