import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { DepotSign } from './DepotSign.tsx'
import { hatch } from './TimelineRow.tsx'

/** What the signs of the timeline mean. */
export function TimelineLegend() {
  const { t } = useText()
  const sign = { display: 'inline-block', width: 16, height: 10, borderRadius: '3px' } as const
  const entries: [string, ReactNode][] = [
    [
      t('planning.timeline.legend.service'),
      <Box key="sign" sx={{ ...sign, backgroundColor: token('route1') }} />,
    ],
    [t('planning.timeline.legend.depot'), <DepotSign key="sign" />],
    [
      t('planning.timeline.legend.travel'),
      <Box key="sign" sx={{ ...sign, height: 3, backgroundColor: token('textSoft') }} />,
    ],
    [t('planning.timeline.legend.waiting'), <Box key="sign" sx={{ ...sign, background: hatch }} />],
    [
      t('planning.timeline.legend.break'),
      <Box
        key="sign"
        sx={{ ...sign, background: `${hatch}, ${token('sunken')}`, border: `1px solid ${token('line')}` }}
      />,
    ],
    ...(
      [
        ['late', '!', 'critical'],
        ['exception', '✓', 'alarmed'],
      ] as const
    ).map(([name, mark, colour]): [string, ReactNode] => [
      t(`planning.timeline.legend.${name}`),
      <Box
        key="sign"
        aria-hidden
        sx={{
          ...sign,
          height: 13,
          textAlign: 'center',
          fontSize: 10,
          fontWeight: 700,
          lineHeight: '13px',
          color: token('markInk'),
          backgroundColor: token(colour),
        }}
      >
        {mark}
      </Box>,
    ]),
    [
      t('planning.timeline.legend.window'),
      <Box
        key="sign"
        sx={{ ...sign, height: 6, borderRadius: 0, border: `1px solid ${token('lineStrong')}`, borderTop: 0 }}
      />,
    ],
    [
      t('planning.timeline.legend.margin'),
      <Box key="sign" sx={{ ...sign, width: 2, height: 12, backgroundColor: token('critical') }} />,
    ],
  ]
  return (
    <Box
      component="ul"
      aria-label={t('planning.timeline.legend')}
      sx={{
        flex: 'none',
        display: 'flex',
        flexWrap: 'wrap',
        gap: '2px 16px',
        listStyle: 'none',
        m: 0,
        p: '5px 12px',
        borderTop: `1px solid ${token('line')}`,
        typography: 'caption',
        color: token('textSoft'),
      }}
    >
      {entries.map(([label, mark]) => (
        <Box component="li" key={label} sx={{ display: 'inline-flex', alignItems: 'center', gap: '6px' }}>
          {mark}
          {label}
        </Box>
      ))}
    </Box>
  )
}
