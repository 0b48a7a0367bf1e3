import Box from '@mui/material/Box'
import Divider from '@mui/material/Divider'
import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useId } from 'react'
import { token } from '../theme/tokens.ts'
import type { ChoiceMenuItem, ChoiceMenuProps } from './ChoiceMenu.tsx'

/** The reason that most unavailable items share; undefined if each has its own. */
function sharedReason(items: readonly ChoiceMenuItem[]): string | undefined {
  const counts = new Map<string, number>()
  for (const { lockedReason } of items)
    if (lockedReason !== undefined) counts.set(lockedReason, (counts.get(lockedReason) ?? 0) + 1)
  const [most] = [...counts].sort(([, a], [, b]) => b - a)
  return most !== undefined && most[1] > 1 ? most[0] : undefined
}

/** The open menu; use `ChoiceMenu`, which loads it lazily. */
export function ChoiceMenuPanel({ anchor, onClose, items, label, head }: ChoiceMenuProps) {
  const sharedId = useId()
  const shared = sharedReason(items)
  const entry = (item: ChoiceMenuItem) => {
    const { lockedReason, isChecked, isToggle } = item
    const isShared = lockedReason !== undefined && lockedReason === shared
    return (
      <MenuItem
        key={item.label}
        disabled={lockedReason !== undefined}
        selected={isChecked && !isToggle}
        role={isChecked === undefined ? undefined : isToggle ? 'menuitemcheckbox' : 'menuitemradio'}
        aria-checked={isChecked}
        aria-describedby={isShared ? sharedId : undefined}
        sx={{
          '&&': item.isDestructive ? { color: token('critical') } : {},
          '&.Mui-disabled': { opacity: 1 },
        }}
        onClick={() => {
          onClose()
          item.onChoose()
        }}
      >
        {item.icon && <ListItemIcon sx={{ color: 'inherit' }}>{item.icon}</ListItemIcon>}
        <Box component="span" sx={{ color: lockedReason === undefined ? undefined : token('textFaint') }}>
          {item.label}
          {lockedReason !== undefined && !isShared && (
            <Box
              component="span"
              sx={{ display: 'block', typography: 'caption', maxWidth: 280, whiteSpace: 'normal' }}
            >
              {lockedReason}
            </Box>
          )}
        </Box>
      </MenuItem>
    )
  }
  return (
    <Menu
      anchorEl={anchor}
      open={anchor !== null}
      onClose={onClose}
      slotProps={{ list: label === undefined ? {} : { 'aria-label': label } }}
    >
      {head && (
        <Box component="li" role="none" sx={{ px: '16px', py: '8px', maxWidth: 280 }}>
          {head}
        </Box>
      )}
      {head && <Divider component="li" role="none" />}
      {shared !== undefined && (
        <Box
          component="li"
          role="none"
          id={sharedId}
          sx={{ px: '16px', py: '8px', maxWidth: 300, typography: 'body2', color: token('textSoft') }}
        >
          {shared}
        </Box>
      )}
      {shared !== undefined && <Divider component="li" role="none" />}
      {items.flatMap((item) =>
        item.isApart
          ? [<Divider key={`above ${item.label}`} component="li" role="none" />, entry(item)]
          : [entry(item)],
      )}
    </Menu>
  )
}
