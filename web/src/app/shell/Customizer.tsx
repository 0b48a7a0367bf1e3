import CloseRounded from '@mui/icons-material/CloseRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Drawer from '@mui/material/Drawer'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import Switch from '@mui/material/Switch'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'
import { useText } from '../../ui/i18n.tsx'
import { useThemeSettings } from '../../ui/theme/theme-settings.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { useMiniSidebar } from './use-mini-sidebar.ts'

function Choice<Value extends string>(props: {
  label: string
  value: Value
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
}) {
  const labelId = useId()
  return (
    <Box>
      <Typography id={labelId} variant="subtitle2" component="h3" sx={{ mb: '8px' }}>
        {props.label}
      </Typography>
      <ToggleButtonGroup
        exclusive
        fullWidth
        value={props.value}
        aria-labelledby={labelId}
        onChange={(_, value: Value | null) => value !== null && props.onChange(value)}
      >
        {props.options.map((option) => (
          <ToggleButton key={option.value} value={option.value}>
            {option.label}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </Box>
  )
}

/** Appearance settings of this browser: theme, menu, width, cards. */
export function Customizer({ onClose }: { onClose: () => void }) {
  const { t } = useText()
  const { settings, change, reset } = useThemeSettings()
  const titleId = useId()
  const [isMini, setMini] = useMiniSidebar()
  const toggle = (label: string, isOn: boolean, set: (isOn: boolean) => void): ReactNode => (
    <FormControlLabel
      label={label}
      labelPlacement="start"
      sx={{ justifyContent: 'space-between', m: 0 }}
      control={<Switch checked={isOn} onChange={(_, next) => set(next)} />}
    />
  )
  return (
    <Drawer
      anchor="right"
      open
      onClose={onClose}
      slotProps={{ paper: { role: 'dialog', 'aria-modal': true, 'aria-labelledby': titleId } }}
    >
      <Box sx={{ width: 320, maxWidth: '100vw', p: '16px 20px', display: 'grid', gap: '20px' }}>
        <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}>
          <Typography variant="h2" id={titleId}>
            {t('shell.customizer.title')}
          </Typography>
          <IconButton aria-label={t('ui.close')} onClick={onClose}>
            <CloseRounded />
          </IconButton>
        </Box>
        <Choice
          label={t('shell.customizer.mode')}
          value={settings.mode}
          options={[
            { value: 'light', label: t('shell.customizer.light') },
            { value: 'dark', label: t('shell.customizer.dark') },
            { value: 'system', label: t('shell.customizer.system') },
          ]}
          onChange={(mode) => change({ mode })}
        />
        <Choice
          label={t('shell.customizer.layout')}
          value={settings.horizontal ? 'horizontal' : 'vertical'}
          options={[
            { value: 'vertical', label: t('shell.customizer.vertical') },
            { value: 'horizontal', label: t('shell.customizer.horizontal') },
          ]}
          onChange={(layout) => change({ horizontal: layout === 'horizontal' })}
        />
        <Box sx={{ display: 'grid', gap: '6px', borderTop: `1px solid ${token('line')}`, pt: '14px' }}>
          {toggle(t('shell.customizer.miniSidebar'), isMini, setMini)}
          {toggle(t('shell.customizer.boxed'), settings.boxed, (boxed) => change({ boxed }))}
          {toggle(t('shell.customizer.borderedCards'), settings.borderedCards, (borderedCards) =>
            change({ borderedCards }),
          )}
        </Box>
        <Button variant="outlined" onClick={reset}>
          {t('shell.customizer.reset')}
        </Button>
      </Box>
    </Drawer>
  )
}
