import useMediaQuery from '@mui/material/useMediaQuery'
import { useThemeSettings } from '../../ui/theme/theme-settings.tsx'

/** Whether the sidebar shows icons alone, and a function to choose it for windows about as wide as this one. */
export function useMiniSidebar(): [boolean, (isMini: boolean) => void] {
  const { settings, change } = useThemeSettings()
  const isBetween = useMediaQuery('(max-width: 1099.95px)', { noSsr: true })
  const name = isBetween ? 'miniSidebarBetween' : 'miniSidebar'
  return [settings[name], (isMini) => change({ [name]: isMini })]
}
