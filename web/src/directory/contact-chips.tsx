import BlockRounded from '@mui/icons-material/BlockRounded'
import CheckRounded from '@mui/icons-material/CheckRounded'
import DoNotDisturbOnOutlined from '@mui/icons-material/DoNotDisturbOnOutlined'
import LinkRounded from '@mui/icons-material/LinkRounded'
import ScheduleRounded from '@mui/icons-material/ScheduleRounded'
import VerifiedOutlined from '@mui/icons-material/VerifiedOutlined'
import Box from '@mui/material/Box'
import type { Contact, DirectoryRole } from '@rumbo/contract/directory.contract'
import { avatarColors } from '@rumbo/contract/identity.avatars'
import type { ElementType } from 'react'
import { useText } from '../ui/i18n.tsx'
import { TintedChip } from '../ui/StatusChip.tsx'
import { type StatusToken, token } from '../ui/theme/tokens.ts'
import { visuallyHidden } from '../ui/visually-hidden.ts'
import type { ContactStatus } from './contact-draft.rules.ts'

const looks = {
  active: { colour: 'active', icon: CheckRounded },
  inactive: { colour: 'inactive', icon: DoNotDisturbOnOutlined },
  unavailable: { colour: 'alarmed', icon: ScheduleRounded },
  suspended: { colour: 'critical', icon: BlockRounded },
} as const satisfies Record<ContactStatus, { colour: StatusToken; icon: ElementType }>

/** A contact's status as symbol, colour and text. */
export function ContactStatusChip({ status }: { status: ContactStatus }) {
  const { t } = useText()
  const { colour, icon: Icon } = looks[status]
  return (
    <TintedChip colour={colour} icon={<Icon aria-hidden sx={{ fontSize: 16 }} />}>
      {t(`directory.status.${status}`)}
    </TintedChip>
  )
}

/** A contact's role for the company; without colour, which is reserved for states. */
export function RoleChip({ role }: { role: DirectoryRole }) {
  const { t } = useText()
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        height: 24,
        px: '10px',
        borderRadius: '12px',
        border: `1px solid ${token('line')}`,
        typography: 'subtitle2',
        whiteSpace: 'nowrap',
      }}
    >
      {t(`directory.role.${role}`)}
    </Box>
  )
}

/** A mark after a verified telephone or e-mail. */
export function VerifiedMark({ what }: { what: 'phone' | 'email' }) {
  const { t } = useText()
  const words = t(`directory.verified.${what}`)
  return (
    <Box component="span" title={words} sx={{ display: 'inline-flex', color: token('active'), ml: '5px' }}>
      <VerifiedOutlined aria-hidden sx={{ fontSize: 16 }} />
      <span style={visuallyHidden}>{words}</span>
    </Box>
  )
}

/** Initials in a stable colour per person. */
export function contactAvatar(id: string): { type: 'initials'; color: string } {
  let sum = 0
  for (const letter of id) sum = (sum * 31 + letter.charCodeAt(0)) % 65_521
  return { type: 'initials', color: avatarColors[sum % avatarColors.length] ?? 'primary' }
}

/** The system user linked to a contact. */
export function LinkedUser({ user }: { user: NonNullable<Contact['user']> }) {
  const { t } = useText()
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: '12px' }}>
      <LinkRounded aria-hidden sx={{ color: token('active') }} />
      <Box>
        <Box sx={{ fontWeight: 620 }}>{t('directory.user.linked', { user: user.username })}</Box>
        <Box sx={{ typography: 'body2', color: token('textSoft') }}>
          {t(`identity.level.${user.level}`)} · {t(`identity.status.${user.status}`)}
        </Box>
      </Box>
    </Box>
  )
}
