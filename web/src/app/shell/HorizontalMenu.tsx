import ExpandMoreRounded from '@mui/icons-material/ExpandMoreRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MuiMenuItem from '@mui/material/MenuItem'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { Anchor } from '../navigation/address.tsx'
import { MenuBadge } from './MenuBadge.tsx'
import { currentItem, isBadged, type MenuGroup, type MenuItem } from './menu.ts'

const look = (isCurrent: boolean) => ({
  flexShrink: 0,
  color: token(isCurrent ? 'primaryText' : 'textSoft'),
  backgroundColor: isCurrent ? token('primarySoft') : 'transparent',
})

function GroupButton({ group, current }: { group: MenuGroup; current: MenuItem | null }) {
  const { t } = useText()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  // A group has at most one item with a badge.
  const [badge, setBadge] = useState('')
  const badged = group.items.map(({ screen }) => screen).find(isBadged)
  const label = group.labelKey === null ? '' : t(group.labelKey)
  const isCurrent = current !== null && group.items.includes(current)
  return (
    <>
      <Button
        endIcon={<ExpandMoreRounded />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={badge === '' ? undefined : `${label}, ${badge}`}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ ...look(isCurrent), gap: '6px' }}
      >
        {label}
        {badged && <MenuBadge screen={badged} onWords={setBadge} />}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {group.items.map((item) => {
          const { icon: Icon } = item
          return (
            <MuiMenuItem
              key={item.labelKey}
              component={Anchor}
              to={item.to}
              selected={item === current}
              aria-current={item === current ? 'page' : undefined}
              aria-label={isBadged(item.screen) && badge !== '' ? `${t(item.labelKey)}, ${badge}` : undefined}
              onClick={() => setAnchor(null)}
            >
              <ListItemIcon>
                <Icon fontSize="small" />
              </ListItemIcon>
              {t(item.labelKey)}
              {isBadged(item.screen) && (
                <Box component="span" sx={{ ml: 'auto', pl: '12px' }}>
                  <MenuBadge screen={item.screen} onWords={setBadge} />
                </Box>
              )}
            </MuiMenuItem>
          )
        })}
      </Menu>
    </>
  )
}

function BarLink({ item, isCurrent }: { item: MenuItem; isCurrent: boolean }) {
  const { t } = useText()
  const [badge, setBadge] = useState('')
  const { icon: Icon } = item
  const label = t(item.labelKey)
  return (
    <Button
      component={Anchor}
      to={item.to}
      startIcon={<Icon />}
      aria-current={isCurrent ? 'page' : undefined}
      aria-label={badge === '' ? undefined : `${label}, ${badge}`}
      sx={{ ...look(isCurrent), gap: '6px' }}
    >
      {label}
      {isBadged(item.screen) && <MenuBadge screen={item.screen} onWords={setBadge} />}
    </Button>
  )
}

/** The menu as a bar below the header, with a button per group. */
export function HorizontalMenu({ groups }: { groups: readonly MenuGroup[] }) {
  const { t } = useText()
  const { pathname, searchStr } = useLocation()
  const current = currentItem(
    groups.flatMap((group) => group.items),
    pathname,
    searchStr,
  )
  return (
    <Box
      component="nav"
      aria-label={t('shell.menu.label')}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: '4px',
        height: 48,
        px: '16px',
        overflowX: 'auto',
        backgroundColor: token('surface'),
        borderBottom: `1px solid ${token('line')}`,
      }}
    >
      {groups.map((group) =>
        group.labelKey === null ? (
          group.items.map((item) => <BarLink key={item.labelKey} item={item} isCurrent={item === current} />)
        ) : (
          <GroupButton key={group.labelKey} group={group} current={current} />
        ),
      )}
    </Box>
  )
}
