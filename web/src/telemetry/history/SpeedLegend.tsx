import Box from '@mui/material/Box'
import { trackSpeedSteps } from '../../map/map-model.ts'
import { floatingLook } from '../../ui/card-look.ts'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'

interface SpeedLegendProps {
  limitKmh: number | null
  /** Shown within other content instead of over the map. */
  isPlain?: boolean
}

/** Legend of the speed colours of the line. */
export function SpeedLegend({ limitKmh, isPlain = false }: SpeedLegendProps) {
  const { t } = useText()
  const last = trackSpeedSteps.length - 1
  const words = trackSpeedSteps.flatMap(({ fromKmh, tone }, at) => {
    if (limitKmh !== null && at < last && fromKmh >= limitKmh) return []
    const next = trackSpeedSteps[at + 1]?.fromKmh
    const text =
      at === last
        ? limitKmh === null
          ? t('history.legend.from', { from: fromKmh })
          : t('history.legend.over', { limit: limitKmh })
        : t('history.legend.range', {
            from: fromKmh,
            to: at === last - 1 && limitKmh !== null ? limitKmh : Math.min(next ?? 0, limitKmh ?? Infinity),
          })
    return [{ tone, text }]
  })
  return (
    <Box
      component="ul"
      aria-label={t('history.legend.label')}
      sx={{
        listStyle: 'none',
        m: 0,
        p: '6px 10px',
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: '12px',
        rowGap: '2px',
        ...(!isPlain && floatingLook),
        typography: 'caption',
        color: token('textSoft'),
      }}
    >
      <Box component="li">{t('history.legend.label')}</Box>
      {words.map(({ tone, text }) => (
        <Box
          component="li"
          key={tone}
          sx={{ display: 'flex', alignItems: 'center', gap: '5px', whiteSpace: 'nowrap' }}
        >
          <Box aria-hidden sx={{ width: 16, height: 4, borderRadius: '2px', backgroundColor: token(tone) }} />
          {text}
        </Box>
      ))}
      <Box component="li" sx={{ display: 'flex', alignItems: 'center', gap: '5px', whiteSpace: 'nowrap' }}>
        <Box aria-hidden sx={{ width: 16, borderTop: `2px dashed ${token('lineStrong')}` }} />
        {t('history.legend.gap')}
      </Box>
    </Box>
  )
}
