import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import { type Geofence, listFenceShapes, readFenceUsers } from '@rumbo/contract/geofences.contract'
import { formatDate } from '@rumbo/i18n/formats'
import { useWorkspace } from '../../app/client-context.tsx'
import { useEndpoint } from '../../app/data/use-data.ts'
import { useLiveVehicles } from '../../live/use-live.ts'
import { useZones } from '../../places/use-zones.ts'
import { RecordSection } from '../../ui/dialogs/RecordCard.tsx'
import type { Fact } from '../../ui/FactList.tsx'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { scopeWords, triggerDetail, triggerWords } from '../fence-words.rules.ts'
import { useSensitivityWords } from '../SensitivityField.tsx'
import type { Crossings } from '../use-crossings.ts'
import { InsideNow } from './InsideNow.tsx'

/** More vehicles than these are only counted. */
const mostVehicles = 30

/** Description, triggers, scope, use, and the versions of the shape of a geofence. */
export function FenceFacts({ fence, crossings }: { fence: Geofence; crossings: Crossings }) {
  const { t, language } = useText()
  const sensitivityWords = useSensitivityWords()
  const { zones } = useZones(fence.fleetId)
  const vehicles = useLiveVehicles(fence.fleetId)
  const { scope, tags } = fence
  const users = useEndpoint(readFenceUsers, { params: { id: fence.id } })
  const usedBy = users.data?.items
  const numbers =
    scope.kind === 'fleet' || scope.vehicleIds.length > mostVehicles
      ? []
      : vehicles.filter(({ id }) => scope.vehicleIds.includes(id)).map(({ vehicleNumber }) => vehicleNumber)
  const facts: Fact[] = [
    {
      name: t('services.field.status'),
      value: t(fence.isActive ? 'geofences.state.active' : 'geofences.state.off'),
    },
    {
      name: t('geofences.field.scope'),
      value: [scopeWords(t, fence), numbers.join(', ')].filter(Boolean).join(': '),
    },
    ...(fence.zoneId === null
      ? []
      : [{ name: t('geofences.field.zone'), value: zones.find(({ id }) => id === fence.zoneId)?.name }]),
    ...(fence.isWorkshop
      ? [{ name: t('geofences.workshop.title'), value: t('geofences.workshop.short') }]
      : []),
    {
      name: t('geofences.field.usedBy'),
      value: usedBy && (usedBy.join(', ') || t('geofences.usedBy.none')),
    },
  ]
  return (
    <Box sx={{ display: 'grid', gap: '18px' }}>
      {fence.description && (
        <Box sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{fence.description}</Box>
      )}
      {tags.length > 0 && (
        <Box
          component="ul"
          aria-label={t('geofences.field.tags')}
          sx={{ display: 'flex', flexWrap: 'wrap', gap: '6px', m: 0, p: 0, listStyle: 'none' }}
        >
          {tags.map((tag) => (
            <li key={tag}>
              <Chip size="small" label={tag} />
            </li>
          ))}
        </Box>
      )}
      {fence.isActive && (
        <RecordSection title={t('geofences.inside.title')}>
          <InsideNow vehicles={crossings.insideOf(fence.id)} today={crossings.todayOf(fence.id)} />
        </RecordSection>
      )}
      <RecordSection title={t('geofences.details.general')} facts={facts} />
      <RecordSection title={t('geofences.field.triggers')}>
        {fence.triggers.length === 0 ? (
          <Box sx={{ color: token('textSoft') }}>{t('geofences.trigger.none')}</Box>
        ) : (
          <Lines label={t('geofences.field.triggers')}>
            {fence.triggers.map((trigger) => (
              <li key={trigger.id}>
                <Box sx={{ fontWeight: 620 }}>{triggerWords(t, language, trigger)}</Box>
                <Soft>{triggerDetail(t, language, trigger)}</Soft>
              </li>
            ))}
          </Lines>
        )}
      </RecordSection>
      <RecordSection title={t('geofences.field.sensitivity')}>
        <Box>
          <Box sx={{ fontWeight: 620 }}>{t(`geofences.sensitivity.${fence.sensitivity}`)}</Box>
          <Soft>{sensitivityWords(fence.sensitivity)}</Soft>
        </Box>
      </RecordSection>
      <RecordSection title={t('geofences.details.versions')}>
        <Versions fence={fence} />
      </RecordSection>
    </Box>
  )
}

function Versions({ fence }: { fence: Geofence }) {
  const { t, language } = useText()
  const { company } = useWorkspace()
  const shapes = useEndpoint(listFenceShapes, { params: { id: fence.id } })
  if (shapes.isError) return <Soft>{t('geofences.error.versions')}</Soft>
  return (
    <Lines label={t('geofences.details.versions')}>
      {(shapes.data?.items ?? []).map(({ shapeVersion, kind, createdAt, createdByName }) => (
        <li key={shapeVersion}>
          <Box component="span" sx={{ fontWeight: 620, mr: '8px' }}>
            {t('geofences.details.version', { number: shapeVersion, kind: t(`geofences.kind.${kind}`) })}
          </Box>
          <Soft>
            {[formatDate(language, createdAt, { timeZone: company?.timeZone }), createdByName]
              .filter(Boolean)
              .join(' · ')}
          </Soft>
        </li>
      ))}
    </Lines>
  )
}

function Lines({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <Box
      component="ul"
      aria-label={label}
      sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: '8px' }}
    >
      {children}
    </Box>
  )
}

function Soft({ children }: { children: React.ReactNode }) {
  return <Box sx={{ typography: 'body2', color: token('textSoft') }}>{children}</Box>
}
