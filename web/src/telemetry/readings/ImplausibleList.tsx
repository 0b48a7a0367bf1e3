import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { ReadingSeries } from '@rumbo/contract/telemetry.readings.contract'
import { formatDate } from '@rumbo/i18n/formats'
import { useId, useState } from 'react'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { rawText } from './readings.rules.ts'

/** How many values of a history cannot be true, and on demand which; nothing without any. */
export function ImplausibleList({ series, timeZone }: { series: ReadingSeries; timeZone: string }) {
  const { t, language } = useText()
  const [isOpen, setOpen] = useState(false)
  const listId = useId()
  const { count, time, value } = series.implausible
  if (count === 0) return null
  return (
    <Box sx={{ mt: '10px' }}>
      <Button
        size="small"
        color="inherit"
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setOpen(!isOpen)}
        sx={{ color: token('alarmed'), ml: '-9px' }}
      >
        {t('readings.history.implausible', { count })}
      </Button>
      <Box id={listId} hidden={!isOpen}>
        <Box
          component="ol"
          aria-label={t('readings.history.implausibleList')}
          sx={{ listStyle: 'none', m: 0, p: 0, maxHeight: 200, overflowY: 'auto', typography: 'body2' }}
        >
          {time.map((ms, at) => (
            <Box
              component="li"
              // biome-ignore lint/suspicious/noArrayIndexKey: several values may share a time
              key={`${ms} ${at}`}
              sx={{ display: 'flex', gap: '12px', py: '3px', fontVariantNumeric: 'tabular-nums' }}
            >
              <Box component="span" sx={{ color: token('textSoft'), whiteSpace: 'nowrap' }}>
                {formatDate(language, ms, { show: 'dateTimeSeconds', timeZone })}
              </Box>
              <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
                {rawText(t, series, value[at] ?? '')}
              </Box>
            </Box>
          ))}
        </Box>
        {count > time.length && (
          <Box sx={{ typography: 'caption', color: token('textSoft') }}>
            {t('readings.history.implausibleFirst', { shown: time.length, total: count })}
          </Box>
        )}
      </Box>
    </Box>
  )
}
