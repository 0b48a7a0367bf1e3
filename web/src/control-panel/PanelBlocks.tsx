import Box from '@mui/material/Box'
import type { PanelSection } from '@rumbo/contract/organisation.panels.contract'
import type { ReactNode } from 'react'
import { blocksOf, fillerOf } from './panel-layout.rules.ts'

interface PanelBlocksProps {
  names: readonly PanelSection[]
  sectionOf: (name: PanelSection) => ReactNode
}

/** Sections in a column, narrow ones side by side where there is space. */
export function PanelBlocks({ names, sectionOf }: PanelBlocksProps) {
  return (
    <Box>
      {blocksOf(names).map(({ template, columns }) => (
        <Box
          key={columns[0]?.[0]}
          sx={{
            display: 'grid',
            columnGap: '16px',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: template },
          }}
        >
          {columns.map((column) => (
            <Box key={column[0]} sx={{ minWidth: 0, display: 'flex', flexDirection: 'column' }}>
              {column.map((name) => (
                // An empty section leaves no gap.
                <Box
                  key={name}
                  sx={{
                    '&:not(:empty)': { pb: '16px' },
                    flexGrow: name === fillerOf(column) ? 1 : 0,
                    display: name === fillerOf(column) ? 'grid' : 'block',
                  }}
                >
                  {sectionOf(name)}
                </Box>
              ))}
            </Box>
          ))}
        </Box>
      ))}
    </Box>
  )
}
