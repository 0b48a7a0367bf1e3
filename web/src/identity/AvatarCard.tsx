import Box from '@mui/material/Box'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import type { Account } from '@rumbo/contract/identity.account.contract'
import { avatarColors, avatarTypes } from '@rumbo/contract/identity.avatars'
import { Card } from '../ui/Card.tsx'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { PersonAvatar } from './PersonAvatar.tsx'
import { useSaveAccount } from './use-account.ts'

const choice = {
  flexWrap: 'wrap',
  gap: '6px',
  '& .MuiToggleButton-root': {
    border: `1px solid ${token('line')} !important`,
    borderRadius: '10px !important',
    p: '6px',
    m: 0,
    '&.Mui-selected': {
      borderColor: `${token('primaryText')} !important`,
      backgroundColor: token('primarySoft'),
    },
  },
} as const

/** Kind and colour of the user's own avatar; a choice is saved at once. */
export function AvatarCard({ account }: { account: Account }) {
  const { t } = useText()
  const { save } = useSaveAccount(account)
  const { avatar, displayName } = account
  const choose = (some: Partial<Account['avatar']>) => {
    // A refusal is shown by a toast; the selection stays on the saved value.
    void save({ avatar: { ...avatar, ...some } }).catch(() => undefined)
  }
  return (
    <Card title={t('account.avatar.title')}>
      <Box sx={{ display: 'flex', gap: '18px', alignItems: 'flex-start', flexWrap: 'wrap' }}>
        <PersonAvatar name={displayName} avatar={avatar} size={72} />
        <Box sx={{ display: 'grid', gap: '12px', flex: 1, minWidth: 220 }}>
          <ToggleButtonGroup
            exclusive
            value={avatar.type}
            onChange={(_, type: Account['avatar']['type'] | null) => type && choose({ type })}
            aria-label={t('account.avatar.type')}
            sx={choice}
          >
            {avatarTypes.map((type) => (
              <ToggleButton
                key={type}
                value={type}
                aria-label={t(`account.avatar.type.${type}`)}
                title={t(`account.avatar.type.${type}`)}
              >
                <PersonAvatar name={displayName} avatar={{ type, color: avatar.color }} size={30} />
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
          <ToggleButtonGroup
            exclusive
            value={avatar.color}
            onChange={(_, color: Account['avatar']['color'] | null) => color && choose({ color })}
            aria-label={t('account.avatar.color')}
            sx={choice}
          >
            {avatarColors.map((color) => (
              <ToggleButton
                key={color}
                value={color}
                aria-label={t(`account.avatar.color.${color}`)}
                title={t(`account.avatar.color.${color}`)}
              >
                <Box sx={{ width: 24, height: 24, borderRadius: '50%', backgroundColor: token(color) }} />
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
        </Box>
      </Box>
    </Card>
  )
}
