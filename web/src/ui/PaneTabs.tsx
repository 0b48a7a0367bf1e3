import Box from '@mui/material/Box'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { type ReactNode, useId } from 'react'
import { token } from './theme/tokens.ts'

interface PaneTabsProps<Pane extends string> {
  /** Names of the panes with their labels, in order. */
  labels: Readonly<Record<Pane, string>>
  counts?: Partial<Record<Pane, number | undefined>>
  pane: Pane
  /** Also called where the pane is the chosen one. */
  onPane: (pane: Pane) => void
  /** The pane scrolls as a whole; otherwise it fills the height. */
  isScrolling?: boolean
  children: ReactNode
}

/** In a narrow window, one of several panes at a time behind tabs. The children are the chosen pane. */
export function PaneTabs<Pane extends string>(props: PaneTabsProps<Pane>) {
  const { labels, counts, pane, onPane, isScrolling = false, children } = props
  const id = useId()
  return (
    <>
      <Tabs value={pane} variant="fullWidth" sx={{ flex: 'none', backgroundColor: token('surface') }}>
        {(Object.keys(labels) as Pane[]).map((name) => (
          <Tab
            key={name}
            value={name}
            onClick={() => onPane(name)}
            id={`${id}-${name}`}
            aria-controls={`${id}-panel`}
            label={counts?.[name] === undefined ? labels[name] : `${labels[name]} ${counts?.[name]}`}
          />
        ))}
      </Tabs>
      <Box
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${pane}`}
        sx={{ position: 'relative', flex: 1, minHeight: 0, overflowY: isScrolling ? 'auto' : 'hidden' }}
      >
        {children}
      </Box>
    </>
  )
}
