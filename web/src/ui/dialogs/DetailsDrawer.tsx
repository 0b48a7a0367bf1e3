import CloseRounded from '@mui/icons-material/CloseRounded'
import Box from '@mui/material/Box'
import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { type ReactNode, useId } from 'react'
import { useText } from '../i18n.tsx'
import { token } from '../theme/tokens.ts'

interface DetailsDrawerProps<Name extends string> {
  widthPixels: number
  /** Beside the close button; its title has this id. */
  heading: (titleId: string) => ReactNode
  /** Between the heading and the tabs. */
  summary?: ReactNode
  tabs: readonly { name: Name; label: string }[]
  tab: Name
  onTab: (name: Name) => void
  /** What scrolls where there is not enough room: everything above the actions, or the chosen tab alone. */
  scrolls: 'all' | 'tab'
  /** Of the chosen tab. */
  children: ReactNode
  /** At the foot, always in view. */
  actions?: ReactNode
  onClose: () => void
}

/** Everything about one record, in tabs at the right edge of the page. */
export function DetailsDrawer<Name extends string>(props: DetailsDrawerProps<Name>) {
  const { widthPixels, heading, summary, tabs, tab, onTab, scrolls, children, actions, onClose } = props
  const { t } = useText()
  const titleId = useId()
  return (
    <Drawer
      anchor="right"
      open
      onClose={onClose}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-modal': true,
          'aria-labelledby': titleId,
          sx: { width: `min(${widthPixels}px, 100%)`, display: 'flex', flexDirection: 'column' },
        },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: '12px', p: '14px 12px 10px 20px' }}>
        {heading(titleId)}
        <IconButton aria-label={t('ui.close')} onClick={onClose} sx={{ ml: 'auto' }}>
          <CloseRounded />
        </IconButton>
      </Box>
      {summary}
      <Tabs
        value={tab}
        onChange={(_, next: Name) => onTab(next)}
        sx={{ px: '12px', flex: 'none', borderBottom: `1px solid ${token('line')}` }}
      >
        {tabs.map(({ name, label }) => (
          <Tab
            key={name}
            value={name}
            id={`${titleId}-${name}`}
            aria-controls={`${titleId}-panel`}
            label={label}
          />
        ))}
      </Tabs>
      <Box
        role="tabpanel"
        id={`${titleId}-panel`}
        aria-labelledby={`${titleId}-${tab}`}
        tabIndex={0}
        sx={{
          p: '16px 20px',
          flex: scrolls === 'all' ? '1 0 auto' : 1,
          overflowY: scrolls === 'all' ? undefined : 'auto',
        }}
      >
        {children}
      </Box>
      {actions && (
        <Box
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            gap: '8px',
            p: '12px 20px',
            position: 'sticky',
            bottom: 0,
            zIndex: 1,
            backgroundColor: token('surface'),
            borderTop: `1px solid ${token('line')}`,
          }}
        >
          {actions}
        </Box>
      )}
    </Drawer>
  )
}
