import ExpandMoreRounded from '@mui/icons-material/ExpandMoreRounded'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { useLocation } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { Anchor } from '../navigation/address.tsx'
import { staffScreens } from '../navigation/screens.ts'
import { MenuBadge } from './MenuBadge.tsx'
import { currentItem, isBadged, type MenuGroup, type MenuItem } from './menu.ts'
import { useMenuGroups } from './use-menu-groups.ts'

const Tooltip = lazy(() => import('@mui/material/Tooltip'))

/** Keeps the width of the largest count free, so that the menu does not become wider when a count appears. */
function BadgePlace({ isMini, children }: { isMini: boolean; children: ReactNode }) {
  if (isMini) return children
  return (
    <Box component="span" sx={{ display: 'flex', flexShrink: 0, ml: 'auto', minWidth: 36 }}>
      {children}
    </Box>
  )
}

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
      {!isMini && <span>{label}</span>}
      {isBadged(item.screen) && (
        <BadgePlace isMini={isMini}>
          <MenuBadge screen={item.screen} isMini={isMini} onWords={setBadge} />
        </BadgePlace>
      )}
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

interface GroupHeadProps {
  group: MenuGroup
  label: string
  isOpen: boolean
  /** The group contains the item of the screen. */
  isCurrent: boolean
  isMini: boolean
  onToggle: () => void
}

/** Opens and closes a group. A closed group shows the count of its items and whether the screen is one of them. */
function GroupHead({ group, label, isOpen, isCurrent, isMini, onToggle }: GroupHeadProps) {
  const [badge, setBadge] = useState('')
  const badged = isOpen ? undefined : group.items.map(({ screen }) => screen).find(isBadged)
  const name = badged !== undefined && badge !== '' ? `${label}, ${badge}` : label
  const button = (
    <ButtonBase
      aria-expanded={isOpen}
      aria-label={name}
      onClick={onToggle}
      sx={{
        position: 'relative',
        display: 'flex',
        justifyContent: isMini ? 'center' : 'flex-start',
        gap: '8px',
        width: '100%',
        height: 30,
        px: isMini ? 0 : '10px',
        borderRadius: '8px',
        whiteSpace: 'nowrap',
        typography: 'overline',
        color: token(isCurrent && !isOpen ? 'primaryText' : 'textFaint'),
        backgroundColor: isCurrent && !isOpen ? token('primarySoft') : 'transparent',
        '&:hover': { backgroundColor: token('sunken') },
        '&.Mui-focusVisible': { outlineOffset: '-2px' },
        '& svg': { fontSize: 18, flexShrink: 0, transform: isOpen ? 'none' : 'rotate(-90deg)' },
      }}
    >
      {!isMini && <span>{label}</span>}
      {badged !== undefined && <MenuBadge screen={badged} isMini={isMini} onWords={setBadge} />}
      <Box component="span" sx={{ display: 'flex', ml: isMini || badge !== '' ? 0 : 'auto' }}>
        <ExpandMoreRounded />
      </Box>
    </ButtonBase>
  )
  if (!isMini) return button
  return (
    <Suspense fallback={button}>
      <Tooltip title={label} placement="right">
        {button}
      </Tooltip>
    </Suspense>
  )
}

/** A closed group stays in the page without height, so that the width of the menu does not change. */
const closed = { height: 0, overflow: 'hidden', visibility: 'hidden' } as const

interface ShellMenuProps {
  groups: readonly MenuGroup[]
  isMini?: boolean
  onOpen?: () => void
}

/** The menu as a column of groups that open and close; `isMini`: icons with tooltips. */
export function ShellMenu({ groups, isMini = false, onOpen }: ShellMenuProps) {
  const { t } = useText()
  const { pathname, searchStr } = useLocation()
  const current = currentItem(
    groups.flatMap((group) => group.items),
    pathname,
    searchStr,
  )
  const { isOpen, toggle, holds } = useMenuGroups(groups, current)
  const list = useRef<HTMLDivElement>(null)
  const currentKey = current?.labelKey
  // The menu may be taller than the window: the current item is scrolled into view also after a reload.
  useEffect(() => {
    if (currentKey === undefined) return
    list.current?.querySelector('[aria-current="page"]')?.scrollIntoView?.({ block: 'nearest' })
  }, [currentKey])
  return (
    <Box ref={list} sx={{ px: isMini ? '10px' : '12px', py: '8px' }}>
      {groups.map((group) => {
        const label = group.labelKey === null ? undefined : t(group.labelKey)
        const isGroupOpen = isOpen(group)
        return (
          <Box key={group.labelKey ?? ''} sx={{ mb: isGroupOpen ? '8px' : '2px' }}>
            {label !== undefined && (
              <GroupHead
                group={group}
                label={label}
                isOpen={isGroupOpen}
                isCurrent={holds(group)}
                isMini={isMini}
                onToggle={() => toggle(group)}
              />
            )}
            <Box
              component="ul"
              aria-label={label}
              inert={!isGroupOpen}
              sx={{
                listStyle: 'none',
                m: 0,
                p: 0,
                display: 'grid',
                gap: '2px',
                ...(isGroupOpen ? {} : closed),
              }}
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
