import CloseRounded from '@mui/icons-material/CloseRounded'
import Box from '@mui/material/Box'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import Switch from '@mui/material/Switch'
import { useId } from 'react'
import { GuardedDialog } from '../../ui/dialogs/GuardedDialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { KeyHint } from '../../ui/KeyHint.tsx'
import { useThemeSettings } from '../../ui/theme/theme-settings.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { visuallyHidden } from '../../ui/visually-hidden.ts'
import { useShownKeys } from '../navigation/screen-keys.ts'
import type { StaffScreen } from '../navigation/screens.ts'
import { type JumpKey, jumps } from './shortcuts.ts'

interface ShortcutSheetProps {
  /** The screens in the menu; shortcuts of other screens are not listed. */
  screens: ReadonlySet<StaffScreen>
  onClose: () => void
}

interface Row {
  label: string
  keys: readonly string[]
  /** Pressed one after the other. */
  isPair?: boolean
  /** Any one of them. */
  isChoice?: boolean
}

/** Lists the keys that work on every screen, and those of the open screen. */
export function ShortcutSheet({ screens, onClose }: ShortcutSheetProps) {
  const { t } = useText()
  const titleId = useId()
  const { settings, change } = useThemeSettings()
  const own = useShownKeys()
  const everywhere: Row[] = [
    { label: t('shell.shortcuts.command'), keys: ['Ctrl', 'K'] },
    { label: t('shell.shortcuts.search'), keys: ['/'] },
    { label: t('shell.shortcuts.sheet'), keys: ['?'] },
    ...(Object.keys(jumps) as JumpKey[])
      .filter((key) => screens.has(jumps[key].screen))
      .map((key) => ({ label: t(jumps[key].labelKey), keys: ['g', key], isPair: true })),
  ]
  const list = (rows: readonly Row[]) => (
    <Box component="dl" sx={{ m: 0, display: 'grid', gap: '2px' }}>
      {rows.map(({ label, keys, isPair, isChoice }) => (
        <Box
          key={label}
          sx={{
            display: 'flex',
            alignItems: 'center',
            justifyContent: 'space-between',
            gap: '12px',
            minHeight: 36,
            py: '4px',
            borderBottom: `1px solid ${token('line')}`,
          }}
        >
          <dt>{label}</dt>
          <Box component="dd" sx={{ m: 0, display: 'flex', alignItems: 'center', flex: 'none' }}>
            <span style={visuallyHidden}>
              {keys.join(isPair ? ` ${t('shell.shortcuts.then')} ` : isChoice ? ', ' : ' + ')}
            </span>
            {[...keys.entries()].map(([at, key]) => (
              <KeyHint key={at}>{key}</KeyHint>
            ))}
          </Box>
        </Box>
      ))}
    </Box>
  )
  const heading = (words: string) => (
    <Box component="h3" sx={{ typography: 'overline', color: token('textSoft'), m: '14px 0 2px' }}>
      {words}
    </Box>
  )
  return (
    <GuardedDialog
      onClose={onClose}
      // The switch is saved at once.
      isChanged={false}
      maxWidth="xs"
      fullWidth
      aria-labelledby={titleId}
    >
      {(leave) => (
        <>
          <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', pr: '12px' }}>
            <DialogTitle id={titleId}>{t('shell.shortcuts.title')}</DialogTitle>
            <IconButton aria-label={t('ui.close')} onClick={leave}>
              <CloseRounded />
            </IconButton>
          </Box>
          <DialogContent>
            {own.length > 0 && (
              <>
                {heading(t('palette.shortcuts.here'))}
                {list(own.map(({ keys, label }) => ({ keys, label, isChoice: true })))}
                {heading(t('palette.shortcuts.everywhere'))}
              </>
            )}
            {list(everywhere)}
            <FormControlLabel
              sx={{ mt: '14px' }}
              control={
                <Switch checked={settings.singleKeys} onChange={(_, isOn) => change({ singleKeys: isOn })} />
              }
              label={t('palette.shortcuts.single')}
            />
          </DialogContent>
        </>
      )}
    </GuardedDialog>
  )
}
