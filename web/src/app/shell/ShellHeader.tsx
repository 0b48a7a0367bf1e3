import MenuRounded from '@mui/icons-material/MenuRounded'
import SearchRounded from '@mui/icons-material/SearchRounded'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import IconButton from '@mui/material/IconButton'
import useMediaQuery from '@mui/material/useMediaQuery'
import { Suspense } from 'react'
import { addresses } from '../../addresses.ts'
import { useLive, useLiveStatus } from '../../live/use-live.ts'
import { useText } from '../../ui/i18n.tsx'
import { KeyHint } from '../../ui/KeyHint.tsx'
import { LivePill } from '../../ui/LivePill.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { useFleetSelection, useWorkspace } from '../client-context.tsx'
import { Anchor } from '../navigation/address.tsx'
import { Brand } from './Brand.tsx'
import { NotificationBell } from './domain-parts.ts'
import { PersonMenu } from './PersonMenu.tsx'
import { LanguageSwitch, ThemeSwitch } from './switches.tsx'
import { WorkspaceSelects } from './WorkspaceSelects.tsx'

function LiveAge() {
  const { t } = useText()
  const live = useLive()
  const { state, lastMessageAt } = useLiveStatus()
  return (
    <LivePill
      state={state}
      lastMessageAt={lastMessageAt}
      onReconnect={live.reconnectNow}
      reconnectLabel={t(state === 'paused' ? 'shell.live.continue' : 'shell.live.reconnect')}
    />
  )
}

interface ShellHeaderProps {
  isNarrow: boolean
  hasBrand: boolean
  /** A dialog covers the page. */
  isBehind: boolean
  mayReadNotifications: boolean
  onMenu: () => void
  onCommand: () => void
  onAppearance: () => void
  onShortcuts: () => void
}

/** Header: company and fleet, command palette, live state, and the user's menu. */
export function ShellHeader(props: ShellHeaderProps) {
  const { isNarrow, hasBrand, isBehind, mayReadNotifications, onMenu, onCommand, onAppearance, onShortcuts } =
    props
  const { t } = useText()
  const { company } = useWorkspace()
  const selection = useFleetSelection()
  const isTight = useMediaQuery('(max-width: 1199.95px)', { noSsr: true })
  return (
    <Box
      component="header"
      inert={isBehind}
      sx={{
        position: 'sticky',
        top: 0,
        zIndex: 'appBar',
        display: 'flex',
        alignItems: 'center',
        gap: { xs: '6px', sm: '10px' },
        height: 56,
        px: { xs: '8px', sm: '16px' },
        backgroundColor: token('surface'),
        borderBottom: `1px solid ${token('line')}`,
      }}
    >
      {isNarrow && (
        <IconButton aria-label={t('shell.menu.open')} onClick={onMenu}>
          <MenuRounded />
        </IconButton>
      )}
      {hasBrand && (
        <Box
          component={Anchor}
          to={addresses.main()}
          sx={{ color: 'inherit', textDecoration: 'none', mr: '8px' }}
        >
          <Brand />
        </Box>
      )}
      <Box sx={{ display: { xs: 'none', sm: 'block' }, minWidth: 0 }}>
        <WorkspaceSelects />
      </Box>
      <Box
        sx={{
          display: { xs: 'block', sm: 'none' },
          minWidth: 0,
          fontWeight: 620,
          overflow: 'hidden',
          textOverflow: 'ellipsis',
          whiteSpace: 'nowrap',
        }}
      >
        {selection?.name ?? company?.name}
      </Box>
      {isNarrow || isTight ? (
        <IconButton aria-label={t('shell.command.open')} onClick={onCommand}>
          <SearchRounded />
        </IconButton>
      ) : (
        <ButtonBase
          onClick={onCommand}
          aria-keyshortcuts="Control+K Meta+K"
          aria-haspopup="dialog"
          sx={{
            justifyContent: 'flex-start',
            gap: '8px',
            // Shrinks instead of the names of company and fleet: a hundredth of a pixel less would cut them.
            flex: '0 100000 320px',
            minWidth: 120,
            height: 36,
            px: '10px',
            borderRadius: '8px',
            border: `1px solid ${token('line')}`,
            backgroundColor: token('sunken'),
            color: token('textSoft'),
            typography: 'body1',
            '&:focus-visible': { outline: `2px solid ${token('primaryText')}` },
          }}
        >
          <SearchRounded fontSize="small" />
          <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
            {t('shell.command.open')}
          </Box>
          <Box component="span" sx={{ ml: 'auto', display: { xs: 'none', lg: 'inline-flex' } }}>
            <KeyHint>Ctrl</KeyHint>
            <KeyHint>K</KeyHint>
          </Box>
        </ButtonBase>
      )}
      <Box sx={{ flex: 1 }} />
      <LiveAge />
      {mayReadNotifications && (
        // Holds its place, so that nothing beside it moves when it has loaded.
        <Box sx={{ width: 40, height: 40, flexShrink: 0 }}>
          <Suspense>
            <NotificationBell />
          </Suspense>
        </Box>
      )}
      <Box sx={{ display: { xs: 'none', sm: 'flex' }, alignItems: 'center' }}>
        <ThemeSwitch />
        <LanguageSwitch />
      </Box>
      <PersonMenu onAppearance={onAppearance} onShortcuts={onShortcuts} />
    </Box>
  )
}
