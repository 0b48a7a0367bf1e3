import Box from '@mui/material/Box'
import Divider from '@mui/material/Divider'
import Typography from '@mui/material/Typography'
import { useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { Anchor } from '../navigation/address.tsx'
import { staffScreens } from '../navigation/screens.ts'
import { MenuBadge } from './MenuBadge.tsx'
import { currentItem, isBadged, type MenuGroup, type MenuItem } from './menu.ts'

const Tooltip = lazy(() => import('@mui/material/Tooltip'))

interface ItemProps {
  item: MenuItem
  isCurrent: boolean
  isMini: boolean
  onOpen?: () => void
}

function Item({ item, isCurrent, isMini, onOpen }: ItemProps) {
  const { t } = useText()
  const label = t(item.labelKey)
  const [badge, setBadge] = useState('')
  const { icon: Icon } = item
  const link = (
    <Box
      component={Anchor}
      to={item.to}
      onClick={onOpen}
      onPointerEnter={() => void staffScreens[item.screen].load().catch(() => {})}
      aria-current={isCurrent ? 'page' : undefined}
      aria-label={badge === '' ? (isMini ? label : undefined) : `${label}, ${badge}`}
      sx={{
        position: 'relative',
        display: 'flex',
        alignItems: 'center',
        justifyContent: isMini ? 'center' : 'flex-start',
        gap: '12px',
        height: 36,
        px: isMini ? 0 : '10px',
        borderRadius: '8px',
        textDecoration: 'none',
        whiteSpace: 'nowrap',
        fontWeight: isCurrent ? 620 : 520,
        color: token(isCurrent ? 'primaryText' : 'textSoft'),
        backgroundColor: isCurrent ? token('primarySoft') : 'transparent',
        '&:hover': { backgroundColor: token(isCurrent ? 'primarySoft' : 'sunken') },
        '&:focus-visible': { outline: `2px solid ${token('primaryText')}`, outlineOffset: '-2px' },
        '& svg': { fontSize: 20, flexShrink: 0 },
      }}
    >
      <Icon />
      {!isMini && (
        <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
          {label}
        </Box>
      )}
      {isBadged(item.screen) && <MenuBadge screen={item.screen} isMini={isMini} onWords={setBadge} />}
    </Box>
  )
  return (
    <Box component="li">
      {isMini ? (
        <Suspense fallback={link}>
          <Tooltip title={label} placement="right">
            {link}
          </Tooltip>
        </Suspense>
      ) : (
        link
      )}
    </Box>
  )
}

interface ShellMenuProps {
  groups: readonly MenuGroup[]
  isMini?: boolean
  onOpen?: () => void
}

/** The menu as a column: named groups, or icons with tooltips and separators. */
export function ShellMenu({ groups, isMini = false, onOpen }: ShellMenuProps) {
  const { t } = useText()
  const { pathname, searchStr } = useLocation()
  const current = currentItem(
    groups.flatMap((group) => group.items),
    pathname,
    searchStr,
  )
  const list = useRef<HTMLDivElement>(null)
  const currentKey = current?.labelKey
  // The menu may be taller than the window: the current item is scrolled into view also after a reload.
  useEffect(() => {
    if (currentKey === undefined) return
    list.current?.querySelector('[aria-current="page"]')?.scrollIntoView?.({ block: 'nearest' })
  }, [currentKey])
  return (
    <Box ref={list} sx={{ px: isMini ? '10px' : '12px', py: '8px' }}>
      {groups.map((group, at) => {
        const label = group.labelKey === null ? undefined : t(group.labelKey)
        return (
          <Box key={group.labelKey ?? ''} sx={{ mb: '10px' }}>
            {isMini && at > 0 && <Divider sx={{ mx: '6px', mb: '10px' }} />}
            {!isMini && label && (
              <Typography
                variant="overline"
                component="div"
                aria-hidden
                sx={{ display: 'block', color: token('textFaint'), px: '10px', pt: '6px', pb: '4px' }}
              >
                {label}
              </Typography>
            )}
            <Box
              component="ul"
              aria-label={label}
              sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: '2px' }}
            >
              {group.items.map((item) => (
                <Item
                  key={item.labelKey}
                  item={item}
                  isCurrent={item === current}
                  isMini={isMini}
                  onOpen={onOpen}
                />
              ))}
            </Box>
          </Box>
        )
      })}
    </Box>
  )
}
