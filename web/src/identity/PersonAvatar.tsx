import HeadsetMicOutlined from '@mui/icons-material/HeadsetMicOutlined'
import LocalShippingOutlined from '@mui/icons-material/LocalShippingOutlined'
import PersonOutlined from '@mui/icons-material/PersonOutlined'
import StarOutlineRounded from '@mui/icons-material/StarOutlineRounded'
import TimeToLeaveOutlined from '@mui/icons-material/TimeToLeaveOutlined'
import Box from '@mui/material/Box'
import { avatarColors } from '@rumbo/contract/identity.avatars'
import { initials } from '../app/session/session.rules.ts'
import { token } from '../ui/theme/tokens.ts'

const pictures = {
  person: PersonOutlined,
  driver: TimeToLeaveOutlined,
  headset: HeadsetMicOutlined,
  star: StarOutlineRounded,
  truck: LocalShippingOutlined,
} as const

interface PersonAvatarProps {
  name: string
  /** Surnames, if known, for the initials. */
  lastName?: string | null
  avatar: { type: string; color: string }
  /** Pixels. */
  size?: number
}

/** Initials or an icon on the user's colour. Hidden from screen readers: the name stands beside it. */
export function PersonAvatar({ name, lastName, avatar, size = 32 }: PersonAvatarProps) {
  const Picture = pictures[avatar.type as keyof typeof pictures]
  const color = avatarColors.find((known) => known === avatar.color) ?? 'primary'
  return (
    <Box
      aria-hidden
      sx={{
        display: 'grid',
        placeItems: 'center',
        flexShrink: 0,
        width: size,
        height: size,
        borderRadius: '50%',
        fontSize: size * 0.4,
        fontWeight: 700,
        lineHeight: 1,
        backgroundColor: token(color),
        color: token(color === 'primary' ? 'onPrimary' : 'markInk'),
        '&::before':
          Picture === undefined ? { content: JSON.stringify(initials(name, lastName ?? '')) } : undefined,
      }}
    >
      {Picture !== undefined && <Picture sx={{ fontSize: size * 0.6 }} />}
    </Box>
  )
}
