import Box from '@mui/material/Box'
import type { LatestReading } from '@rumbo/contract/telemetry.readings.contract'
import { Age } from '../../ui/Age.tsx'
import { useText } from '../../ui/i18n.tsx'
import { TintedChip } from '../../ui/StatusChip.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { rawText, readingText } from './readings.rules.ts'

/** A latest value with its age; what cannot be true is marked, with what the device stated. */
export function ReadingValue({ reading }: { reading: LatestReading }) {
  const { t, language } = useText()
  const { value, time, implausible } = reading
  const soft = { color: token('textSoft'), typography: 'caption' } as const
  return (
    <>
      {implausible !== null && (
        <Box sx={{ display: 'inline-flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: '2px 8px' }}>
          <TintedChip colour="alarmed">{t('readings.implausible')}</TintedChip>
          <Box component="span" sx={{ ...soft, alignSelf: 'center', overflowWrap: 'anywhere' }}>
            {t('readings.stated', { value: rawText(t, reading, implausible.value) })}{' '}
            <Age at={implausible.time} />
          </Box>
        </Box>
      )}
      {value === null ? (
        implausible === null && <Box sx={soft}>{t('map.popup.noData')}</Box>
      ) : (
        <Box sx={{ overflowWrap: 'anywhere' }}>
          {implausible !== null && (
            <Box component="span" sx={soft}>
              {t('readings.lastPlausible')}{' '}
            </Box>
          )}
          <Box component="span" sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
            {readingText(t, language, reading, value)}
          </Box>{' '}
          <Box component="span" sx={soft}>
            <Age at={time} />
          </Box>
        </Box>
      )}
    </>
  )
}
