import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { LatestReading } from '@rumbo/contract/telemetry.readings.contract'
import { readingOf } from '@rumbo/contract/telemetry.readings.rules'
import type { Vehicle } from '@rumbo/contract/vehicles.contract'
import { useId, useState } from 'react'
import { oneOf, useAddressState } from '../../app/navigation/address.tsx'
import { Card } from '../../ui/Card.tsx'
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { ReadingItems } from './ReadingItems.tsx'
import { ReadingValue } from './ReadingValue.tsx'
import { bySection, type ReadingSection, readingLabel } from './readings.rules.ts'
import { useLatestReadings } from './use-readings.ts'

const ReadingHistoryDialog = lazyDialog(() =>
  import('./ReadingHistoryDialog.tsx').then((file) => file.ReadingHistoryDialog),
)

interface SectionProps {
  section: ReadingSection
  items: readonly LatestReading[]
  onChoose: (name: string) => void
}

function Section({ section, items, onChoose }: SectionProps) {
  const { t } = useText()
  const listId = useId()
  // What describes the device and its messages interests few.
  const [isOpen, setOpen] = useState(section !== 'other')
  const title = t(`readings.section.${section}`)
  return (
    <Box component="section" aria-label={title} sx={{ minWidth: 0 }}>
      <Box
        sx={{ display: 'flex', alignItems: 'center', gap: '8px', minHeight: 32, color: token('textSoft') }}
      >
        <Box component="h3" sx={{ typography: 'subtitle2', m: 0 }}>
          {title}
        </Box>
        {section === 'other' && (
          <Button
            size="small"
            aria-expanded={isOpen}
            aria-controls={listId}
            onClick={() => setOpen(!isOpen)}
            sx={{ ml: 'auto' }}
          >
            {isOpen ? t('readings.hide') : t('readings.show', { count: items.length })}
          </Button>
        )}
      </Box>
      <Box component="dl" id={listId} hidden={!isOpen} sx={{ m: 0 }}>
        {items.map((reading) => {
          const label = readingLabel(t, reading)
          return (
            <Box
              key={reading.name}
              sx={{
                display: 'flex',
                alignItems: 'baseline',
                gap: '10px',
                py: '5px',
                borderTop: `1px solid ${token('line')}`,
                typography: 'body2',
              }}
            >
              <Box component="dt" sx={{ minWidth: 0, flex: '1 1 40%', overflowWrap: 'anywhere' }}>
                {readingOf(reading.name).hasHistory ? (
                  <Button
                    size="small"
                    aria-haspopup="dialog"
                    aria-label={t('readings.openHistory', { name: label })}
                    onClick={() => onChoose(reading.name)}
                    sx={{ p: '0 4px', m: '0 -4px', minWidth: 0, textAlign: 'left', fontWeight: 500 }}
                  >
                    {label}
                  </Button>
                ) : (
                  <Box component="span" sx={{ color: token('textSoft') }}>
                    {label}
                  </Box>
                )}
              </Box>
              <Box component="dd" sx={{ m: 0, minWidth: 0, flex: '1 1 60%', textAlign: 'right' }}>
                <ReadingValue reading={reading} />
              </Box>
            </Box>
          )
        })}
      </Box>
    </Box>
  )
}

/** The latest readings of a vehicle by section; one with a history opens it. */
export function ReadingsCard({ vehicle, timeZone }: { vehicle: Vehicle; timeZone: string }) {
  const { t } = useText()
  const [query, change] = useAddressState()
  const read = useLatestReadings(vehicle.id, { isLive: true })
  const items = read.data?.items
  const asked = oneOf(query.reading)
  const chosen = items?.find(({ name }) => name === asked)
  return (
    <Card title={t('readings.title')}>
      <ReadingItems read={read} items={items}>
        {(shown) => (
          <Box sx={{ columns: { xs: 1, lg: 2 }, columnGap: '28px' }}>
            {bySection(shown).map(({ section, items: some }) => (
              <Box key={section} sx={{ breakInside: 'avoid', pb: '14px' }}>
                <Section
                  section={section}
                  items={some}
                  onChoose={(name) => change({ reading: name }, { push: true })}
                />
              </Box>
            ))}
          </Box>
        )}
      </ReadingItems>
      {chosen !== undefined && (
        <ReadingHistoryDialog
          vehicleId={vehicle.id}
          reading={chosen}
          timeZone={timeZone}
          onClose={() => change({ reading: undefined })}
        />
      )}
    </Card>
  )
}
