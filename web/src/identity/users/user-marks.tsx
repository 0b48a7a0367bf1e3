import BlockRounded from '@mui/icons-material/BlockRounded'
import CheckRounded from '@mui/icons-material/CheckRounded'
import GppMaybeOutlined from '@mui/icons-material/GppMaybeOutlined'
import HourglassTopRounded from '@mui/icons-material/HourglassTopRounded'
import LockOutlined from '@mui/icons-material/LockOutlined'
import LockResetRounded from '@mui/icons-material/LockResetRounded'
import MarkEmailReadOutlined from '@mui/icons-material/MarkEmailReadOutlined'
import MarkEmailUnreadOutlined from '@mui/icons-material/MarkEmailUnreadOutlined'
import MobileFriendlyRounded from '@mui/icons-material/MobileFriendlyRounded'
import PhonelinkEraseRounded from '@mui/icons-material/PhonelinkEraseRounded'
import ShieldOutlined from '@mui/icons-material/ShieldOutlined'
import VerifiedUserOutlined from '@mui/icons-material/VerifiedUserOutlined'
import Box from '@mui/material/Box'
import type { SvgIconProps } from '@mui/material/SvgIcon'
import type { Level } from '@rumbo/contract/access'
import type { User, UserStatus } from '@rumbo/contract/identity.users.contract'
import type { ComponentType } from 'react'
import { useText } from '../../ui/i18n.tsx'
import { TintedChip } from '../../ui/StatusChip.tsx'
import { type StatusToken, token } from '../../ui/theme/tokens.ts'
import { visuallyHidden } from '../../ui/visually-hidden.ts'
import { PersonAvatar } from '../PersonAvatar.tsx'

const looks = {
  active: { colour: 'active', icon: CheckRounded },
  inactive: { colour: 'inactive', icon: BlockRounded },
  locked: { colour: 'critical', icon: LockOutlined },
  pending: { colour: 'alarmed', icon: HourglassTopRounded },
} as const satisfies Record<UserStatus, { colour: StatusToken; icon: ComponentType<SvgIconProps> }>

/** A user's status as symbol, colour and text. */
export function UserStatusChip({ status }: { status: UserStatus }) {
  const { t } = useText()
  const { colour, icon: Icon } = looks[status]
  return (
    <TintedChip colour={colour} icon={<Icon aria-hidden sx={{ fontSize: 16 }} />}>
      {t(`identity.status.${status}`)}
    </TintedChip>
  )
}

/** Avatar and name, with the user name below. */
export function UserPerson({ user, size = 32 }: { user: User; size?: number }) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: '10px', minWidth: 0 }}>
      <PersonAvatar name={user.displayName} lastName={user.lastName} avatar={user.avatar} size={size} />
      <Box component="span" sx={{ minWidth: 0, textAlign: 'left' }}>
        <Box component="span" sx={{ display: 'block', fontWeight: 620, lineHeight: 1.3 }}>
          {user.displayName}
        </Box>
        <Box
          component="span"
          sx={{ display: 'block', typography: 'caption', color: token('textSoft'), fontWeight: 400 }}
        >
          {user.username}
        </Box>
      </Box>
    </Box>
  )
}

/** A level in words, with a shield for super admins. */
export function UserLevel({ level }: { level: Level }) {
  const { t } = useText()
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: '5px', verticalAlign: 'bottom' }}
    >
      {level === 'super_admin' && (
        <ShieldOutlined aria-hidden sx={{ fontSize: 16, color: token('primaryText') }} />
      )}
      {t(`identity.level.${level}`)}
    </Box>
  )
}

/** Company, fleet and role of the primary assignment; a guest's vehicle; or a note that there is none. */
export function UserPlace({ user }: { user: User }) {
  const { t } = useText()
  if (user.level === 'super_admin' && user.companyId === null) return <span>—</span>
  const soft = { display: 'block', typography: 'caption', color: token('textSoft') } as const
  if (user.level === 'guest') {
    return (
      <span>
        {user.companyName ?? '—'}
        <Box component="span" sx={soft}>
          {user.vehicle === null
            ? t('identity.notAssigned')
            : `${t('vehicles.one')} ${user.vehicle.vehicleNumber}`}
        </Box>
      </span>
    )
  }
  if (user.companyId === null) return <span>{t('identity.notAssigned')}</span>
  const others = user.assignmentCount - 1
  return (
    <span>
      {[user.companyName, user.fleetName].filter(Boolean).join(' · ')}
      <Box component="span" sx={soft}>
        {[
          user.fleetRole !== null && t(`users.role.${user.fleetRole}`),
          others > 0 && t('users.list.more', { count: others }),
        ]
          .filter(Boolean)
          .join(' ')}
      </Box>
    </span>
  )
}

/** Icons with accessible names for each protection of the account; grey where it is missing. */
export function UserChecks({ user }: { user: User }) {
  const { t } = useText()
  const signs = [
    {
      isOn: user.twoFactorEnabled,
      icon: user.twoFactorEnabled ? VerifiedUserOutlined : GppMaybeOutlined,
      on: t('users.check.twoFactor'),
      off: t('users.check.noTwoFactor'),
    },
    {
      isOn: user.emailVerified,
      icon: user.emailVerified ? MarkEmailReadOutlined : MarkEmailUnreadOutlined,
      on: t('users.check.email'),
      off: t('users.check.noEmail'),
    },
    {
      isOn: user.phoneVerified,
      icon: user.phoneVerified ? MobileFriendlyRounded : PhonelinkEraseRounded,
      on: t('users.check.phone'),
      off: t('users.check.noPhone'),
    },
  ]
  return (
    <Box component="span" sx={{ display: 'inline-flex', gap: '6px', verticalAlign: 'middle' }}>
      {signs.map(({ isOn, icon: Icon, on, off }) => (
        <Box component="span" key={on} title={isOn ? on : off} sx={{ display: 'inline-flex' }}>
          <Icon aria-hidden sx={{ fontSize: 18, color: token(isOn ? 'active' : 'textFaint') }} />
          <span style={visuallyHidden}>{`${isOn ? on : off}. `}</span>
        </Box>
      ))}
      {user.forcePasswordChange && (
        <Box component="span" title={t('users.check.force')} sx={{ display: 'inline-flex' }}>
          <LockResetRounded aria-hidden sx={{ fontSize: 18, color: token('alarmed') }} />
          <span style={visuallyHidden}>{t('users.check.force')}</span>
        </Box>
      )}
    </Box>
  )
}
