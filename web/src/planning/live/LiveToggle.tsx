import SensorsRounded from '@mui/icons-material/SensorsRounded'
import ToggleButton from '@mui/material/ToggleButton'
import type { Plan } from '@rumbo/contract/planning.contract'
import { useText } from '../../ui/i18n.tsx'
import { LockedReason } from '../../ui/LockedReason.tsx'

interface LiveToggleProps {
  status: Plan['status']
  isOn: boolean
  onChange: (isOn: boolean) => void
}

/** Lays what happens over the plan; only what is published can be compared. */
export function LiveToggle({ status, isOn, onChange }: LiveToggleProps) {
  const { t } = useText()
  const label = t('planningLive.live.toggle')
  if (status === 'draft')
    return <LockedReason size="small" label={label} reason={t('planningLive.live.notPublished')} isCompact />
  return (
    <ToggleButton
      value="live"
      size="small"
      selected={isOn}
      onChange={() => onChange(!isOn)}
      sx={{ gap: '6px', px: '10px' }}
    >
      <SensorsRounded fontSize="small" />
      {label}
    </ToggleButton>
  )
}
