import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { token } from './theme/tokens.ts'

interface PageHeaderProps {
  title: string
  /** Secondary text beside the title. */
  detail?: ReactNode
  /** Right-aligned; at most one primary button. */
  actions?: ReactNode
}

/** The only level-1 heading of a screen, with its actions. */
export function PageHeader({ title, detail, actions }: PageHeaderProps) {
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: '10px',
        rowGap: '8px',
        mb: '16px',
      }}
    >
      <Typography variant="h1">{title}</Typography>
      {detail !== undefined && (
        <Typography variant="body2" component="div" sx={{ color: token('textSoft') }}>
          {detail}
        </Typography>
      )}
      {actions !== undefined && (
        <Box
          sx={{
            ml: 'auto',
            display: 'flex',
            flexWrap: 'wrap',
            gap: '8px',
            // On phones secondary actions show their icons alone, so that all fit one row; screen readers still read the text.
            '@media (max-width: 600px)': {
              '& .MuiButton-outlined:has(> .MuiButton-startIcon)': { minWidth: 44, px: 0, fontSize: 0 },
              '& .MuiButton-outlined > .MuiButton-startIcon': { m: 0 },
            },
          }}
        >
          {actions}
        </Box>
      )}
    </Box>
  )
}
