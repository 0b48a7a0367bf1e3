import CheckRounded from '@mui/icons-material/CheckRounded'
import CloseRounded from '@mui/icons-material/CloseRounded'
import EditNoteRounded from '@mui/icons-material/EditNoteRounded'
import HourglassTopRounded from '@mui/icons-material/HourglassTopRounded'
import NearMeOutlined from '@mui/icons-material/NearMeOutlined'
import PlayArrowOutlined from '@mui/icons-material/PlayArrowOutlined'
import Box from '@mui/material/Box'
import type { ElementType, ReactNode } from 'react'
import { type StatusToken, token } from './theme/tokens.ts'
import { VehicleMark } from './VehicleMark.tsx'
import type { VehicleMarkStatus } from './vehicle-mark.ts'

interface TintedChipProps {
  colour: StatusToken
  icon?: ReactNode
  /** For texts that may be longer than their place: they take more lines instead of being cut off. */
  canWrap?: boolean
  children: ReactNode
}

/** A small label on the tint of a status colour. */
export function TintedChip({ colour, icon, canWrap = false, children }: TintedChipProps) {
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: '5px',
        height: canWrap ? undefined : 24,
        minHeight: 24,
        py: canWrap ? '2px' : 0,
        overflowWrap: canWrap ? 'anywhere' : undefined,
        whiteSpace: canWrap ? 'normal' : 'nowrap',
        pl: icon ? '5px' : '10px',
        pr: '10px',
        borderRadius: '12px',
        maxWidth: '100%',
        minWidth: 0,
        color: token(colour),
        backgroundColor: token(`${colour}Tint`),
        typography: 'subtitle2',
      }}
    >
      {icon}
      <Box component="span" sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' }}>
        {children}
      </Box>
    </Box>
  )
}

/** A vehicle's status as symbol and text. */
export function VehicleStatusChip({ status, label }: { status: VehicleMarkStatus; label: string }) {
  return (
    <TintedChip colour={status} icon={<VehicleMark status={status} size={18} />}>
      {label}
    </TintedChip>
  )
}

const serviceLook = {
  created: { colour: 'inactive', icon: EditNoteRounded },
  on_dispatch: { colour: 'alarmed', icon: HourglassTopRounded },
  vehicle_assigned: { colour: 'en_route', icon: NearMeOutlined },
  in_progress: { colour: 'occupied', icon: PlayArrowOutlined },
  completed: { colour: 'active', icon: CheckRounded },
  cancelled_by_client: { colour: 'critical', icon: CloseRounded },
  cancelled_by_driver: { colour: 'critical', icon: CloseRounded },
  cancelled_by_central: { colour: 'critical', icon: CloseRounded },
} as const satisfies Record<string, { colour: StatusToken; icon: ElementType }>

export type ServiceChipStatus = keyof typeof serviceLook

/** A service's status as symbol, colour and text. */
export function ServiceStatusChip({ status, label }: { status: ServiceChipStatus; label: string }) {
  const { colour, icon: Icon } = serviceLook[status]
  return (
    <TintedChip colour={colour} icon={<Icon aria-hidden sx={{ fontSize: 16 }} />}>
      {label}
    </TintedChip>
  )
}
