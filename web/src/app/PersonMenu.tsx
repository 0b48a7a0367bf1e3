import KeyboardOutlined from '@mui/icons-material/KeyboardOutlined'
import LogoutRounded from '@mui/icons-material/LogoutRounded'
import PaletteOutlined from '@mui/icons-material/PaletteOutlined'
import PersonOutlined from '@mui/icons-material/PersonOutlined'
import Box from '@mui/material/Box'
import Divider from '@mui/material/Divider'
import IconButton from '@mui/material/IconButton'
import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Typography from '@mui/material/Typography'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { addresses } from '../addresses.ts'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/tokens.ts'
import { useGo } from './address.tsx'
import { useClient, useDisplayName, useSession } from './client-context.tsx'
import { initials } from './session.rules.ts'

const ConfirmDialog = lazy(() =>
  import('../ui/ConfirmDialog.tsx').then((file) => ({ default: file.ConfirmDialog })),
)

interface PersonMenuProps {
  onAppearance: () => void
  onShortcuts: () => void
}

/** Who is signed in: profile, appearance, shortcuts, logout with a question first. */
export function PersonMenu({ onAppearance, onShortcuts }: PersonMenuProps) {
  const { t } = useText()
  const go = useGo()
  const { session } = useClient()
  const { user } = useSession()
  const name = useDisplayName()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isLeaving, setLeaving] = useState(false)
  if (user === null) return null
  const entry = (icon: ReactNode, label: string, open: () => void) => (
    <MenuItem
      onClick={() => {
        setAnchor(null)
        open()
      }}
    >
      <ListItemIcon>{icon}</ListItemIcon>
      {label}
    </MenuItem>
  )
  return (
    <>
      <IconButton
        aria-label={`${t('shell.account.menu')}: ${name}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ p: '4px', flexShrink: 0 }}
      >
        <Box
          sx={{
            display: 'grid',
            placeItems: 'center',
            width: 32,
            flexShrink: 0,
            height: 32,
            borderRadius: '50%',
            fontSize: '0.8125rem',
            fontWeight: 700,
            backgroundColor: token('primary'),
            color: token('onPrimary'),
            // Drawn, not written: the button's name says who it is.
            '&::before': { content: JSON.stringify(initials(name)) },
          }}
        />
      </IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        <Box component="li" role="none" sx={{ px: '16px', py: '8px', maxWidth: 280 }}>
          <Typography sx={{ fontWeight: 620 }} noWrap>
            {name}
          </Typography>
          <Typography variant="body2" sx={{ color: token('textSoft') }} noWrap>
            {user.email} · {t(`identity.level.${user.level}`)}
          </Typography>
        </Box>
        <Divider component="li" role="none" />
        {entry(<PersonOutlined fontSize="small" />, t('shell.account.profile'), () =>
          go(addresses.profile()),
        )}
        {entry(<PaletteOutlined fontSize="small" />, t('shell.customizer.title'), onAppearance)}
        {entry(<KeyboardOutlined fontSize="small" />, t('shell.shortcuts.title'), onShortcuts)}
        <Divider component="li" role="none" />
        {entry(<LogoutRounded fontSize="small" />, t('shell.account.logout'), () => setLeaving(true))}
      </Menu>
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
