import Box from '@mui/material/Box'
import Divider from '@mui/material/Divider'
import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { token } from '../theme/tokens.ts'
import type { ChoiceMenuItem, ChoiceMenuProps } from './ChoiceMenu.tsx'

/** The open menu; use `ChoiceMenu`, which loads it lazily. */
export function ChoiceMenuPanel({ anchor, onClose, items, label, head }: ChoiceMenuProps) {
  const entry = (item: ChoiceMenuItem) => {
    const { lockedReason, isChecked, isToggle } = item
    return (
      <MenuItem
        key={item.label}
        disabled={lockedReason !== undefined}
        selected={isChecked && !isToggle}
        role={isChecked === undefined ? undefined : isToggle ? 'menuitemcheckbox' : 'menuitemradio'}
        aria-checked={isChecked}
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
          {lockedReason !== undefined && (
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
      {items.flatMap((item) =>
        item.isApart
          ? [<Divider key={`above ${item.label}`} component="li" role="none" />, entry(item)]
          : [entry(item)],
      )}
    </Menu>
  )
}
