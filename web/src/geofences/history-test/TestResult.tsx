import Box from '@mui/material/Box'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import type { Geofence } from '@rumbo/contract/geofences.contract'
import { type FenceTestResult, testedEventKinds } from '@rumbo/contract/geofences.history-test.contract'
import { formatNumber } from '@rumbo/i18n/formats'
import { useMemo, useState } from 'react'
import { TestedEvents } from '../../telemetry/history-test/TestedEvents.tsx'
import { FactList } from '../../ui/FactList.tsx'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { areaOf } from '../fence-area.ts'
import { centreOf, sumOf } from './result.rules.ts'

/** What a geofence would have raised: totals, each event, and the chosen one on the map. */
export function TestResult({ fence, result }: { fence: Geofence; result: FenceTestResult }) {
  const { t, language } = useText()
  const [isRaisedOnly, setRaisedOnly] = useState(false)
  const number = (value: number) => formatNumber(language, value)
  const positions = result.vehicles.reduce((sum, one) => sum + one.positions, 0)
  const events = useMemo(
    () => result.events.filter(({ silence }) => silence === null || !isRaisedOnly),
    [result, isRaisedOnly],
  )
  const centre = useMemo(() => centreOf(fence.shape), [fence])
  const areas = useMemo(() => [areaOf(fence, { isChosen: true })], [fence])
  const total = sumOf(isRaisedOnly ? result.raised : result.counts)
  const facts = [
    ...testedEventKinds
      .filter((kind) => result.counts[kind] !== undefined || kind === 'entry' || kind === 'exit')
      .map((kind) => ({
        name: t(`geofences.trigger.${kind}`),
        value: t('geofences.test.counted', {
          happened: number(result.counts[kind] ?? 0),
          raised: number(result.raised[kind] ?? 0),
        }),
      })),
    { name: t('geofences.test.suppressed'), value: number(result.suppressed) },
    { name: t('geofences.test.positions'), value: number(positions) },
  ]
  const head = (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '8px', alignItems: 'center' }}>
      <Box component="h3" sx={{ typography: 'h3', m: 0, flex: 1 }}>
        {t('geofences.test.events')}
      </Box>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={isRaisedOnly}
        aria-label={t('geofences.test.events')}
        onChange={(_, next: boolean | null) => next !== null && setRaisedOnly(next)}
      >
        <ToggleButton value={false}>{t('geofences.test.all')}</ToggleButton>
        <ToggleButton value={true}>{t('geofences.test.raised')}</ToggleButton>
      </ToggleButtonGroup>
    </Box>
  )
  return (
    <Box sx={{ display: 'grid', gap: '16px', minWidth: 0 }}>
      <FactList facts={facts} />
      <TestedEvents
        events={events}
        vehicles={result.vehicles}
        total={total}
        centre={centre}
        areas={areas}
        head={head}
        empty={t(result.events.length === 0 ? 'history.test.none' : 'geofences.test.noneRaised')}
        keyOf={({ at, vehicleId, kind, silence }) => `${at} ${vehicleId} ${kind} ${silence}`}
        words={({ kind, silence }) => (
          <>
            <Box component="span" sx={{ fontWeight: 620 }}>
              {t(`geofences.trigger.${kind}`)}
            </Box>
            {silence && (
              <Box component="span" sx={{ color: token('textSoft') }}>
                {t(`geofences.test.silence.${silence}`)}
              </Box>
            )}
          </>
        )}
      />
    </Box>
  )
}
