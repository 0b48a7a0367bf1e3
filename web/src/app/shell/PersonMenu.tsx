import KeyboardOutlined from '@mui/icons-material/KeyboardOutlined'
import LogoutRounded from '@mui/icons-material/LogoutRounded'
import PaletteOutlined from '@mui/icons-material/PaletteOutlined'
import PersonOutlined from '@mui/icons-material/PersonOutlined'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { lazy, Suspense, useState } from 'react'
import { addresses } from '../../addresses.ts'
import { PersonAvatar } from '../../identity/PersonAvatar.tsx'
import { ChoiceMenu, type ChoiceMenuItem } from '../../ui/fields/ChoiceMenu.tsx'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { useClient, useDisplayName, useSession } from '../client-context.tsx'
import { useGo } from '../navigation/address.tsx'
import { DutyItem } from './domain-parts.ts'

const ConfirmDialog = lazy(() =>
  import('../../ui/dialogs/ConfirmDialog.tsx').then((file) => ({ default: file.ConfirmDialog })),
)

interface PersonMenuProps {
  onAppearance: () => void
  onShortcuts: () => void
}

/** Menu of the signed-in user: profile, appearance, shortcuts, logout with a confirmation. */
export function PersonMenu({ onAppearance, onShortcuts }: PersonMenuProps) {
  const { t } = useText()
  const go = useGo()
  const { session } = useClient()
  const { user } = useSession()
  const name = useDisplayName()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isLeaving, setLeaving] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  const [duty, setDuty] = useState<readonly ChoiceMenuItem[]>([])
  if (user === null) return null
  return (
    <>
      <IconButton
        aria-label={`${t('shell.account.menu')}: ${name}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => {
          setOpened(true)
          setAnchor(event.currentTarget)
        }}
        sx={{ p: '4px', flexShrink: 0 }}
      >
        <PersonAvatar name={name} lastName={user.lastname} avatar={user.avatar} />
      </IconButton>
      {wasOpened && (
        <Suspense>
          <DutyItem onItems={setDuty} />
        </Suspense>
      )}
      <ChoiceMenu
        anchor={anchor}
        onClose={() => setAnchor(null)}
        label={t('shell.account.menu')}
        head={
          <>
            <Typography sx={{ fontWeight: 620 }} noWrap>
              {name}
            </Typography>
            <Typography variant="body2" sx={{ color: token('textSoft') }} noWrap>
              {user.email} · {t(`identity.level.${user.level}`)}
            </Typography>
          </>
        }
        items={[
          ...duty,
          {
            icon: <PersonOutlined fontSize="small" />,
            label: t('shell.account.profile'),
            onChoose: () => go(addresses.profile()),
          },
          {
            icon: <PaletteOutlined fontSize="small" />,
            label: t('shell.customizer.title'),
            onChoose: onAppearance,
          },
          {
            icon: <KeyboardOutlined fontSize="small" />,
            label: t('shell.shortcuts.title'),
            onChoose: onShortcuts,
          },
          {
            icon: <LogoutRounded fontSize="small" />,
            label: t('shell.account.logout'),
            isApart: true,
            onChoose: () => setLeaving(true),
          },
        ]}
      />
      {isLeaving && (
        <Suspense>
          <ConfirmDialog
            open
            title={t('identity.logout.title')}
            text={t('identity.logout.text')}
            confirmLabel={t('identity.logout.submit')}
            onConfirm={() => session.logout()}
            onClose={() => setLeaving(false)}
          />
        </Suspense>
      )}
    </>
  )
}
