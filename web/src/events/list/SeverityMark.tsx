import ErrorOutlineRounded from '@mui/icons-material/ErrorOutlineRounded'
import InfoOutlined from '@mui/icons-material/InfoOutlined'
import WarningAmberRounded from '@mui/icons-material/WarningAmberRounded'
import type { EventSeverity } from '@rumbo/contract/events.contract'
import { useText } from '../../ui/i18n.tsx'
import { TintedChip } from '../../ui/StatusChip.tsx'

const looks = {
  info: { colour: 'inactive', Icon: InfoOutlined },
  warning: { colour: 'alarmed', Icon: WarningAmberRounded },
  critical: { colour: 'critical', Icon: ErrorOutlineRounded },
} as const

/** The severity of an event as symbol and text. */
export function SeverityMark({ severity }: { severity: EventSeverity }) {
  const { t } = useText()
  const { colour, Icon } = looks[severity]
  return (
    <TintedChip colour={colour} icon={<Icon sx={{ fontSize: 18 }} />}>
      {t(`events.severity.${severity}`)}
    </TintedChip>
  )
}
