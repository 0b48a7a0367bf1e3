import CheckRounded from '@mui/icons-material/CheckRounded'
import HourglassTopRounded from '@mui/icons-material/HourglassTopRounded'
import PauseRounded from '@mui/icons-material/PauseRounded'
import RemoveRounded from '@mui/icons-material/RemoveRounded'
import VerifiedOutlined from '@mui/icons-material/VerifiedOutlined'
import Box from '@mui/material/Box'
import type { Company } from '@rumbo/contract/organisation.contract'
import type { ElementType } from 'react'
import { useText } from '../ui/i18n.tsx'
import { TintedChip } from '../ui/StatusChip.tsx'
import { type StatusToken, token } from '../ui/theme/tokens.ts'

const statusLook = {
  active: { colour: 'active', icon: CheckRounded },
  inactive: { colour: 'inactive', icon: RemoveRounded },
  suspended: { colour: 'critical', icon: PauseRounded },
  pending: { colour: 'alarmed', icon: HourglassTopRounded },
} as const satisfies Record<Company['status'], { colour: StatusToken; icon: ElementType }>

/** A company's status as symbol, colour and text. */
export function CompanyStatusChip({ status }: { status: Company['status'] }) {
  const { t } = useText()
  const { colour, icon: Icon } = statusLook[status]
  return (
    <TintedChip colour={colour} icon={<Icon aria-hidden sx={{ fontSize: 16 }} />}>
      {t(`companies.company.status.${status}`)}
    </TintedChip>
  )
}

/** The company's name, with a mark if it is verified. */
export function CompanyName({ name, verified }: Pick<Company, 'name' | 'verified'>) {
  const { t } = useText()
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: '6px' }}>
      {name}
      {verified && (
        <VerifiedOutlined
          titleAccess={t('companies.verified')}
          sx={{ fontSize: 18, color: token('active') }}
        />
      )}
    </Box>
  )
}
