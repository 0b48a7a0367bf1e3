import DarkModeOutlined from '@mui/icons-material/DarkModeOutlined'
import LightModeOutlined from '@mui/icons-material/LightModeOutlined'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { useText } from '../../ui/i18n.tsx'
import { useThemeSettings } from '../../ui/theme/theme-settings.tsx'
import { token } from '../../ui/theme/tokens.ts'

/** Switches between light and dark. */
export function ThemeSwitch() {
  const { t } = useText()
  const { scheme, change } = useThemeSettings()
  const isDark = scheme === 'dark'
  const label = t(isDark ? 'shell.theme.toLight' : 'shell.theme.toDark')
  return (
    <IconButton aria-label={label} title={label} onClick={() => change({ mode: isDark ? 'light' : 'dark' })}>
      {isDark ? <LightModeOutlined /> : <DarkModeOutlined />}
    </IconButton>
  )
}

/** Switches between Spanish and English; shows the current language. */
export function LanguageSwitch() {
  const { t, language, setLanguage } = useText()
  const other = language === 'es' ? 'en' : 'es'
  const label = `${t('shell.language.change')}: ${t(`shell.language.${other}`)}`
  return (
    <Button
      aria-label={`${language.toUpperCase()}. ${label}`}
      title={label}
      onClick={() => void setLanguage(other)}
      sx={{ minWidth: 36, px: '8px', color: token('textSoft') }}
    >
      {language.toUpperCase()}
    </Button>
  )
}
