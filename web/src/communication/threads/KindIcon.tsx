import DriveEtaOutlined from '@mui/icons-material/DriveEtaOutlined'
import GroupsOutlined from '@mui/icons-material/GroupsOutlined'
import LockOutlined from '@mui/icons-material/LockOutlined'
import PersonOutlined from '@mui/icons-material/PersonOutlined'
import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined'
import SosRounded from '@mui/icons-material/SosRounded'
import Box from '@mui/material/Box'
import type { ThreadKind } from '@rumbo/contract/communication.contract'
import type { ElementType } from 'react'
import { token } from '../../ui/theme/tokens.ts'

const icons: Record<ThreadKind, ElementType> = {
  driver: DriveEtaOutlined,
  contact: PersonOutlined,
  service: ReceiptLongOutlined,
  group: GroupsOutlined,
  direct: LockOutlined,
  emergency: SosRounded,
}

/** The kind of a conversation as a sign; words beside it say it too. */
export function KindIcon({ kind }: { kind: ThreadKind }) {
  const Icon = icons[kind]
  const isGrave = kind === 'emergency'
  return (
    <Box
      aria-hidden
      sx={{
        flex: 'none',
        display: 'grid',
        placeItems: 'center',
        width: 36,
        height: 36,
        borderRadius: '50%',
        color: token(isGrave ? 'critical' : 'primaryText'),
        backgroundColor: token(isGrave ? 'criticalTint' : 'primarySoft'),
      }}
    >
      <Icon fontSize="small" />
    </Box>
  )
}
