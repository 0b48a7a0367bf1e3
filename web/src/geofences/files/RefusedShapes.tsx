import Box from '@mui/material/Box'
import { fenceFileReasons } from '@rumbo/contract/geofences.files.contract'
import { formatNumber } from '@rumbo/i18n/formats'
import { boxLook } from '../../ui/card-look.ts'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'

interface RefusedShapesProps {
  /** The first ones; index 0 is the whole file. */
  shapes: readonly { index: number; line: number | null; what: string; reason: string }[]
  /** How many there are. */
  total: number
}

const mostShown = 200

/** The shapes of a file that are refused, each with its reason in words; nothing without any. */
export function RefusedShapes({ shapes, total }: RefusedShapesProps) {
  const { t, language } = useText()
  if (shapes.length === 0) return null
  const title = t('geofences.refused.title', { count: total, shown: formatNumber(language, total) })
  const reasonWords = (reason: string) => {
    const known = fenceFileReasons.find((one) => one === reason)
    return known ? t(`geofences.refused.${known}`) : t('work.import.code.other', { code: reason })
  }
  const shown = shapes.slice(0, mostShown)
  return (
    <Box sx={{ display: 'grid', gap: '8px' }}>
      <Box component="h3" sx={{ typography: 'h3', m: 0 }}>
        {title}
      </Box>
      <Box
        component="ul"
        aria-label={title}
        tabIndex={0}
        sx={{ ...boxLook, m: 0, p: '4px 12px', listStyle: 'none', maxHeight: 220, overflowY: 'auto' }}
      >
        {shown.map(({ index, line, what, reason }) => (
          <Box
            component="li"
            key={index}
            sx={{ py: '6px', '& + &': { borderTop: `1px solid ${token('line')}` } }}
          >
            <Box component="span" sx={{ fontWeight: 620, mr: '8px', overflowWrap: 'anywhere' }}>
              {index === 0
                ? t('geofences.refused.file')
                : [
                    t('geofences.refused.shape', { number: formatNumber(language, index) }),
                    what,
                    line === null
                      ? ''
                      : t('geofences.refused.line', { number: formatNumber(language, line) }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
            </Box>
            <Box component="span" sx={{ typography: 'body2', color: token('critical') }}>
              {reasonWords(reason)}
            </Box>
          </Box>
        ))}
        {total > shown.length && (
          <Box component="li" sx={{ py: '6px', typography: 'body2', color: token('textSoft') }}>
            {t('geofences.import.more', { shown: formatNumber(language, total - shown.length) })}
          </Box>
        )}
      </Box>
    </Box>
  )
}
