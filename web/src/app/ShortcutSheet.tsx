import CloseRounded from '@mui/icons-material/CloseRounded'
import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import { useId } from 'react'
import { useText } from '../ui/i18n.tsx'
import { KeyHint } from '../ui/KeyHint.tsx'
import { token } from '../ui/tokens.ts'
import { visuallyHidden } from '../ui/visually-hidden.ts'
import type { StaffScreen } from './screens.ts'
import { type JumpKey, jumps } from './shortcuts.ts'

interface ShortcutSheetProps {
  /** The screens the menu offers: keys of others are not told. */
  screens: ReadonlySet<StaffScreen>
  onClose: () => void
}

/** All keys that work on every screen. */
export function ShortcutSheet({ screens, onClose }: ShortcutSheetProps) {
  const { t } = useText()
  const titleId = useId()
  const rows: { label: string; keys: string[]; isPair?: boolean }[] = [
    { label: t('shell.shortcuts.command'), keys: ['Ctrl', 'K'] },
    { label: t('shell.shortcuts.search'), keys: ['/'] },
    { label: t('shell.shortcuts.sheet'), keys: ['?'] },
    ...(Object.keys(jumps) as JumpKey[])
      .filter((key) => screens.has(jumps[key].screen))
      .map((key) => ({ label: t(jumps[key].labelKey), keys: ['g', key], isPair: true })),
  ]
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={titleId}>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', pr: '12px' }}>
        <DialogTitle id={titleId}>{t('shell.shortcuts.title')}</DialogTitle>
        <IconButton aria-label={t('ui.close')} onClick={onClose}>
          <CloseRounded />
        </IconButton>
      </Box>
      <DialogContent>
        <Box component="dl" sx={{ m: 0, display: 'grid', gap: '2px' }}>
          {rows.map(({ label, keys, isPair }) => (
            <Box
              key={label}
              sx={{
                display: 'flex',
                alignItems: 'center',
                justifyContent: 'space-between',
                height: 36,
                borderBottom: `1px solid ${token('line')}`,
              }}
            >
              <dt>{label}</dt>
              <Box component="dd" sx={{ m: 0, display: 'flex', alignItems: 'center' }}>
                <span style={visuallyHidden}>
                  {keys.join(isPair ? ` ${t('shell.shortcuts.then')} ` : ' + ')}
                </span>
                <KeyHint>{keys[0]}</KeyHint>
                {keys[1] && <KeyHint>{keys[1]}</KeyHint>}
              </Box>
            </Box>
          ))}
        </Box>
      </DialogContent>
    </Dialog>
  )
}
