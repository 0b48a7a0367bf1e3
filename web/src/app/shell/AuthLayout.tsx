import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { token } from '../../ui/theme/tokens.ts'
import { Brand } from './Brand.tsx'
import { LanguageSwitch, ThemeSwitch } from './switches.tsx'

/** Decoration: streets as lines with a route through them. */
function Streets() {
  const street = { fill: 'none', stroke: token('line'), strokeWidth: 10, strokeLinecap: 'round' } as const
  return (
    <Box
      component="svg"
      aria-hidden
      viewBox="0 0 600 800"
      preserveAspectRatio="xMidYMid slice"
      sx={{ position: 'absolute', inset: 0, width: '100%', height: '100%' }}
    >
      <Box component="g" sx={{ ...street, opacity: 0.8 }}>
        <path d="M-20 140 620 60M-20 300 620 250M-20 470 620 430M-20 640 620 640M80-20 40 820M220-20 200 820M370-20 380 820M520-20 560 820" />
      </Box>
      <Box
        component="path"
        d="M-20 760C160 640 150 420 300 400S420 180 620 120"
        sx={{ ...street, strokeWidth: 18 }}
      />
      <Box
        component="path"
        d="M204 660 201 480 373 452 374 270 540 258"
        sx={{
          fill: 'none',
          stroke: token('primaryText'),
          strokeWidth: 6,
          strokeLinejoin: 'round',
          strokeLinecap: 'round',
        }}
      />
      <Box
        component="circle"
        cx="204"
        cy="660"
        r="11"
        sx={{ fill: token('surface'), stroke: token('primaryText'), strokeWidth: 5 }}
      />
      <g transform="translate(540 258) rotate(86)">
        <Box component="circle" r="24" sx={{ fill: token('primary') }} />
        <Box component="path" d="M0-14 10 11 0 5.500-10 11z" sx={{ fill: token('onPrimary') }} />
      </g>
    </Box>
  )
}

/** Layout of pages outside the application: a card with the form, beside it the city, language and theme switches. */
export function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        minHeight: '100dvh',
        display: 'grid',
        gridTemplateColumns: { xs: '1fr', md: 'minmax(420px, 5fr) 6fr' },
        backgroundColor: token('surface'),
      }}
    >
      <Box sx={{ display: 'flex', flexDirection: 'column', minWidth: 0 }}>
        <Box
          component="header"
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: '4px',
            height: 72,
            px: { xs: '20px', sm: '32px' },
          }}
        >
          <Brand />
          <Box sx={{ flex: 1 }} />
          <LanguageSwitch />
          <ThemeSwitch />
        </Box>
        <Box
          component="main"
          id="main"
          tabIndex={-1}
          sx={{
            flex: 1,
            display: 'grid',
            alignItems: 'center',
            px: { xs: '20px', sm: '32px' },
            pb: '72px',
            outline: 'none',
          }}
        >
          <Box sx={{ width: '100%', maxWidth: 400, mx: 'auto' }}>{children}</Box>
        </Box>
      </Box>
      <Box
        aria-hidden
        sx={{
          display: { xs: 'none', md: 'block' },
          position: 'relative',
          overflow: 'hidden',
          backgroundColor: token('sunken'),
          borderLeft: `1px solid ${token('line')}`,
        }}
      >
        <Streets />
      </Box>
    </Box>
  )
}
