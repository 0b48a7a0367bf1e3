import ChevronLeftRounded from '@mui/icons-material/ChevronLeftRounded'
import ChevronRightRounded from '@mui/icons-material/ChevronRightRounded'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useLocation } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { addresses } from '../../addresses.ts'
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx'
import { useHasFullFrame } from '../../ui/hooks/use-fullscreen.ts'
import { useText } from '../../ui/i18n.tsx'
import { useThemeSettings } from '../../ui/theme/theme-settings.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { isGuestUser } from '../client.ts'
import { useCan, useErrorMessage, useFeatures, useSession, useWorkspace } from '../client-context.tsx'
import { Anchor, useGo } from '../navigation/address.tsx'
import type { ScreenEntry } from '../navigation/screen-entry.ts'
import { screenAt, staffScreens } from '../navigation/screens.ts'
import { jumps, useShortcuts } from '../palette/shortcuts.ts'
import { featureBlock } from '../session/features.rules.ts'
import { Brand } from './Brand.tsx'
import { ApproachAlerts, NotificationAnnouncer } from './domain-parts.ts'
import { LivePausedNotice } from './LivePausedNotice.tsx'
import { menuFor } from './menu.ts'
import { NoCompany } from './NoCompany.tsx'
import { useHasNoFleets } from './NoFleets.tsx'
import { useMayOpen } from './ScreenFrame.tsx'
import { ShellHeader } from './ShellHeader.tsx'
import { ShellMenu } from './ShellMenu.tsx'
import { LanguageSwitch, ThemeSwitch } from './switches.tsx'
import { useMiniSidebar } from './use-mini-sidebar.ts'
import { WorkspaceSelects } from './WorkspaceSelects.tsx'

const Drawer = lazy(() => import('@mui/material/Drawer'))
const HorizontalMenu = lazy(() =>
  import('./HorizontalMenu.tsx').then((file) => ({ default: file.HorizontalMenu })),
)
const Customizer = lazy(() => import('./Customizer.tsx').then((file) => ({ default: file.Customizer })))
const CommandPalette = lazyDialog(() =>
  import('../palette/CommandPalette.tsx').then((file) => file.CommandPalette),
)
const ShortcutSheet = lazy(() =>
  import('../palette/ShortcutSheet.tsx').then((file) => ({ default: file.ShortcutSheet })),
)

/** The longest name in the menu determines the width of the full sidebar. */
const sidebarWidth = { full: 'max-content', min: 236, mini: 64 } as const
const boxedWidth = 1320

/** Shows a toast when companies or fleets could not be loaded. */
function useWorkspaceFailures(): void {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const { failure } = useWorkspace()
  useEffect(() => {
    if (failure === null) return
    const fallback = {
      companies: t('organisation.error.loadCompanies'),
      company: t('organisation.error.loadCompany'),
      fleets: t('organisation.error.loadFleets'),
      fleet: t('organisation.error.loadFleet'),
    }[failure.what]
    toasts.show({ type: 'error', message: message(failure.error, fallback) })
  }, [failure, t, toasts, message])
}

function SkipLink() {
  const { t } = useText()
  return (
    <Box
      component="a"
      href="#main"
      onClick={(event: { preventDefault: () => void }) => {
        event.preventDefault()
        document.getElementById('main')?.focus()
      }}
      sx={{
        position: 'absolute',
        left: 8,
        top: -60,
        zIndex: 'tooltip',
        p: '8px 14px',
        borderRadius: '8px',
        backgroundColor: token('raised'),
        color: token('primaryText'),
        border: `1px solid ${token('line')}`,
        '&:focus': { top: 8 },
      }}
    >
      {t('shell.main.skip')}
    </Box>
  )
}

type Overlay = 'menu' | 'customizer' | 'command' | 'shortcuts'

/** The authenticated layout: header, menu of the user's level, and the screen. */
export function Shell({ children }: { children: ReactNode }) {
  const { t } = useText()
  const go = useGo()
  const { pathname } = useLocation()
  const session = useSession()
  const here = useWorkspace()
  const { companies, failure } = here
  const mayOpen = useMayOpen()
  const can = useCan()
  const { settings } = useThemeSettings()
  const [isMini, setMini] = useMiniSidebar()
  const isNarrow = useMediaQuery('(max-width: 899.95px)', { noSsr: true })
  const [overlay, setOverlay] = useState<Overlay | null>(null)
  useWorkspaceFailures()
  const isBehind = useHasFullFrame()
  const mayReadNotifications = can('notifications.own')

  const { user } = session
  const isGuest = isGuestUser(session)
  const features = useFeatures()
  const groups = useMemo(() => menuFor(user, isGuest, features), [user, isGuest, features])
  const openable = useMemo(
    () => new Set(groups.flatMap((group) => group.items.map((one) => one.screen))),
    [groups],
  )
  useShortcuts({
    onJump: (key) => openable.has(jumps[key].screen) && go(jumps[key].to),
    onSheet: () => setOverlay('shortcuts'),
    onCommand: () => setOverlay('command'),
    hasSingleKeys: settings.singleKeys,
  })

  const screen = screenAt(pathname)
  const entry: ScreenEntry | null = screen === null ? null : staffScreens[screen]
  const hasNoFleets = useHasNoFleets()
  const needsCompany = screen !== 'profile' && screen !== 'notificationList'
  const hasNoCompany =
    companies.length === 0 && failure?.what !== 'companies' && needsCompany && !can('companies.create')
  const isShown =
    entry !== null &&
    mayOpen(entry) &&
    featureBlock(entry.feature, here) === null &&
    !(entry.needsFleet && hasNoFleets)
  const isFullBleed = entry?.isFullBleed === true && isShown && !hasNoCompany
  const isBoxed = settings.boxed && !isFullBleed
  const hasSidebar = !isNarrow && !settings.horizontal
  const hasBar = !isNarrow && settings.horizontal
  const close = () => setOverlay(null)
  const mainTop = hasBar ? 104 : 56

  return (
    <Box sx={{ display: 'flex', minHeight: '100dvh', backgroundColor: token('background') }}>
      <SkipLink />
      {hasSidebar && (
        <Box
          component="nav"
          aria-label={t('shell.menu.label')}
          inert={isBehind}
          sx={{
            position: 'sticky',
            top: 0,
            flexShrink: 0,
            display: 'flex',
            flexDirection: 'column',
            width: isMini ? sidebarWidth.mini : sidebarWidth.full,
            minWidth: isMini ? undefined : sidebarWidth.min,
            height: '100dvh',
            backgroundColor: token('surface'),
            borderRight: `1px solid ${token('line')}`,
            interpolateSize: 'allow-keywords',
            transition: 'width 200ms ease-out',
          }}
        >
          <Box
            component={Anchor}
            to={addresses.main()}
            aria-label={`Rumbo. ${t('shell.menu.dashboard')}`}
            sx={{
              display: 'flex',
              alignItems: 'center',
              justifyContent: isMini ? 'center' : 'flex-start',
              height: 56,
              px: isMini ? 0 : '20px',
              flexShrink: 0,
              color: 'inherit',
              textDecoration: 'none',
            }}
          >
            <Brand isMini={isMini} />
          </Box>
          <Box
            sx={{
              flex: 1,
              overflowY: 'auto',
              overflowX: 'hidden',
              scrollbarWidth: 'thin',
              scrollbarGutter: isMini ? undefined : 'stable',
            }}
          >
            <ShellMenu groups={groups} isMini={isMini} />
          </Box>
          <Box sx={{ display: 'flex', justifyContent: isMini ? 'center' : 'flex-end', p: '8px 12px' }}>
            <IconButton
              size="small"
              aria-label={t(isMini ? 'shell.menu.expand' : 'shell.menu.collapse')}
              title={t(isMini ? 'shell.menu.expand' : 'shell.menu.collapse')}
              onClick={() => setMini(!isMini)}
            >
              {isMini ? <ChevronRightRounded /> : <ChevronLeftRounded />}
            </IconButton>
          </Box>
        </Box>
      )}
      {isNarrow && (
        <Suspense>
          <Drawer
            open={overlay === 'menu'}
            onClose={close}
            slotProps={{ paper: { role: 'dialog', 'aria-modal': true, 'aria-label': t('shell.menu.label') } }}
          >
            <Box
              component="nav"
              aria-label={t('shell.menu.label')}
              sx={{ width: sidebarWidth.full, minWidth: sidebarWidth.min + 24, pt: '14px' }}
            >
              <Box sx={{ display: 'flex', alignItems: 'center', px: '20px', pb: '6px' }}>
                <Brand />
                <Box sx={{ flex: 1 }} />
                <LanguageSwitch />
                <ThemeSwitch />
              </Box>
              <Box sx={{ display: { xs: 'block', sm: 'none' }, p: '8px 20px' }}>
                <WorkspaceSelects isWide />
              </Box>
              <ShellMenu groups={groups} onOpen={close} />
            </Box>
          </Drawer>
        </Suspense>
      )}
      <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
        <ShellHeader
          isNarrow={isNarrow}
          hasBrand={hasBar}
          isBehind={isBehind}
          mayReadNotifications={mayReadNotifications}
          onMenu={() => setOverlay('menu')}
          onCommand={() => setOverlay('command')}
          onAppearance={() => setOverlay('customizer')}
          onShortcuts={() => setOverlay('shortcuts')}
        />
        {hasBar && (
          <Suspense>
            <Box inert={isBehind} sx={{ position: 'sticky', top: 56, zIndex: 'appBar' }}>
              <HorizontalMenu groups={groups} />
            </Box>
          </Suspense>
        )}
        <Box
          component="main"
          id="main"
          tabIndex={-1}
          sx={{
            flex: 1,
            minWidth: 0,
            outline: 'none',
            position: isFullBleed ? 'relative' : undefined,
            height: isFullBleed ? `calc(100dvh - ${mainTop}px)` : undefined,
            overflow: isFullBleed ? 'hidden' : undefined,
            p: isFullBleed ? undefined : { xs: '16px', sm: '20px' },
            width: isBoxed ? '100%' : undefined,
            maxWidth: isBoxed ? boxedWidth : undefined,
            mx: isBoxed ? 'auto' : undefined,
          }}
        >
          {hasNoCompany ? <NoCompany /> : children}
        </Box>
      </Box>
      <LivePausedNotice />
      <Suspense>
        <ApproachAlerts />
        {mayReadNotifications && <NotificationAnnouncer />}
      </Suspense>
      <Suspense>
        {overlay === 'customizer' && <Customizer onClose={close} />}
        {overlay === 'command' && (
          <CommandPalette groups={groups} onShortcuts={() => setOverlay('shortcuts')} onClose={close} />
        )}
        {overlay === 'shortcuts' && <ShortcutSheet screens={openable} onClose={close} />}
      </Suspense>
    </Box>
  )
}
