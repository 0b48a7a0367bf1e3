import EventAvailableRounded from '@mui/icons-material/EventAvailableRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import type { Candidate } from '@rumbo/contract/dispatch.contract'
import type { Service } from '@rumbo/contract/services.contract'
import { formatNumber } from '@rumbo/i18n/formats'
import { type KeyboardEvent, useState } from 'react'
import { useErrorMessage } from '../app/client-context.tsx'
import { nowMs } from '../ui/clock.ts'
import { SearchField } from '../ui/fields/SearchField.tsx'
import { useText } from '../ui/i18n.tsx'
import { KeyHint } from '../ui/KeyHint.tsx'
import { LockedReason } from '../ui/LockedReason.tsx'
import { ListSkeleton } from '../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { token } from '../ui/theme/tokens.ts'
import { VehicleMark } from '../ui/VehicleMark.tsx'
import { useDragAssign } from './assign/drag-assign.tsx'
import { OtherVehicles } from './assign/OtherVehicles.tsx'
import { reservableOf, useReserving } from './assign/use-reserving.ts'
import {
  arrivalText,
  canBeReserved,
  eligible,
  isForLater,
  matchCandidates,
  reasonCounts,
} from './dispatch.rules.ts'
import { useCandidates } from './use-candidates.ts'
import { usePartsText } from './use-parts-text.ts'

const maxRanked = 9
/** No room for key hints and bars. */
const narrow = '@container (max-width: 520px)'

interface CandidatePanelProps {
  service: Service
  onAssign: (candidate: Candidate) => void
  isBusy: boolean
  /** Why nothing can be assigned now, in words. */
  lockedReason: string | null
}

/** The Assign Vehicle panel: candidates by arrival, ineligible ones last with their reason. */
export function CandidatePanel({ service, onAssign, isBusy, lockedReason }: CandidatePanelProps) {
  const { t } = useText()
  const message = useErrorMessage()
  const [typed, setTyped] = useState('')
  const [hasOthers, setOthers] = useState(false)
  const answer = useCandidates(service.id)
  const reserving = useReserving()
  const items = answer.isPlaceholderData ? undefined : answer.data?.items
  const ranked = eligible(items ?? [])
  const others = (items ?? []).filter(({ isEligible }) => !isEligible)
  const found = matchCandidates(ranked, typed)
  const hasEstimate = ranked.some(({ arrivalSeconds, isEstimate }) => arrivalSeconds !== null && isEstimate)
  const foundOthers = matchCandidates(others, typed)
  const summary = reasonCounts(others)
    .map(([reason, count]) => `${count} · ${t(`dispatch.why.${reason}`)}`)
    .join('; ')
  const longest = Math.max(1, ...ranked.slice(0, maxRanked).map(({ arrivalSeconds }) => arrivalSeconds ?? 0))

  const isLater = isForLater(service, nowMs())
  const reserve = (candidate: Candidate) =>
    lockedReason === null && service.assignedVehicleId === null && canBeReserved(candidate, isLater)
      ? () => void reserving.reserve(reservableOf(service, candidate))
      : undefined
  const assignTyped = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    event.stopPropagation()
    const [first] = found
    if (typed.trim() !== '' && first && lockedReason === null && !isBusy) {
      onAssign(first)
      setTyped('')
    }
  }

  return (
    <Box
      component="section"
      aria-label={t('dispatch.assign.title')}
      sx={{
        display: 'flex',
        flexDirection: 'column',
        minHeight: 0,
        height: '100%',
        backgroundColor: token('surface'),
      }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px', p: '10px 14px' }}>
        <Box component="h2" sx={{ typography: 'h2', m: 0, flex: 1, minWidth: 0 }}>
          {t('dispatch.assign.toCustomer', { number: service.serviceNumber, customer: service.customerName })}
        </Box>
        <Box onKeyDown={assignTyped} sx={{ flex: '0 1 190px', minWidth: 120 }}>
          <SearchField value={typed} onChange={setTyped} label={t('dispatch.assign.search')} />
        </Box>
      </Box>
      <Box sx={{ typography: 'caption', color: token('textSoft'), px: '14px', pb: '6px' }}>
        {lockedReason ?? t(hasEstimate ? 'dispatch.assign.estimate' : 'dispatch.assign.byRoad')}
      </Box>
      <Box sx={{ flex: 1, minHeight: 0, overflowY: 'auto' }}>
        {answer.isError && (
          <ErrorState
            text={message(answer.error, t('ui.error.text'))}
            onRetry={() => void answer.refetch()}
          />
        )}
        {items === undefined ? (
          !answer.isError && <ListSkeleton rows={4} />
        ) : found.length === 0 ? (
          <EmptyState
            title={t(typed.trim() === '' ? 'dispatch.assign.none' : 'dispatch.assign.noMatch')}
            text={typed.trim() === '' && others.length > 0 ? summary : undefined}
          />
        ) : (
          <Box
            component="ol"
            aria-label={t('dispatch.assign.list')}
            sx={{ listStyle: 'none', m: 0, p: 0, containerType: 'inline-size' }}
          >
            {found.map((candidate) => (
              <CandidateRow
                key={candidate.vehicleId}
                candidate={candidate}
                rank={ranked.indexOf(candidate) + 1}
                longestSeconds={longest}
                isBusy={isBusy}
                lockedReason={lockedReason}
                onAssign={() => onAssign(candidate)}
                onReserve={isLater ? reserve(candidate) : undefined}
              />
            ))}
          </Box>
        )}
        {items !== undefined && others.length > 0 && (
          <>
            <Box sx={{ display: 'flex', alignItems: 'center', gap: '8px', p: '8px 14px' }}>
              <Box sx={{ flex: 1, typography: 'body2', color: token('textSoft') }}>
                {t('dispatch.others.count', { count: others.length })}: {summary}
              </Box>
              <Button size="small" aria-expanded={hasOthers} onClick={() => setOthers(!hasOthers)}>
                {t(hasOthers ? 'dispatch.others.hide' : 'dispatch.others.why')}
              </Button>
            </Box>
            {(hasOthers || (typed.trim() !== '' && found.length === 0)) && (
              <OtherVehicles vehicles={foundOthers} onReserve={reserve} isBusy={isBusy || reserving.isBusy} />
            )}
          </>
        )}
      </Box>
    </Box>
  )
}

interface CandidateRowProps {
  candidate: Candidate
  /** From 1. */
  rank: number
  longestSeconds: number
  isBusy: boolean
  lockedReason: string | null
  onAssign: () => void
  /** For a later service. */
  onReserve: (() => void) | undefined
}

function CandidateRow({
  candidate,
  rank,
  longestSeconds,
  isBusy,
  lockedReason,
  onAssign,
  onReserve,
}: CandidateRowProps) {
  const { t, language } = useText()
  const { arrivalSeconds, isEstimate, distanceMetres, status, vehicleNumber, reasons, cost, parts } =
    candidate
  const partsText = usePartsText()
  const label = t('dispatch.assign.submitTo', { vehicle: vehicleNumber })
  const drag = useDragAssign()
  return (
    <Box
      component="li"
      {...drag?.targetProps(() => candidate.vehicleId)}
      sx={{
        display: 'grid',
        gridTemplateColumns: '58px 20px 46px 66px minmax(36px, 80px) minmax(0, 1fr) auto',
        [narrow]: { gridTemplateColumns: '20px 46px 66px minmax(0, 1fr) auto' },
        alignItems: 'center',
        columnGap: '12px',
        minHeight: 44,
        px: '14px',
        borderTop: `1px solid ${token('line')}`,
        backgroundColor: rank === 1 ? token('primarySoft') : undefined,
      }}
    >
      <Box sx={{ [narrow]: { display: 'none' } }}>
        {rank <= maxRanked && <KeyHint>{rank === 1 ? 'Enter' : `Alt ${rank}`}</KeyHint>}
      </Box>
      <VehicleMark status={status} size={20} label={t(`vehicles.status.${status}`)} />
      <Box data-name="" sx={{ typography: 'h2', fontWeight: 700 }}>
        {vehicleNumber}
      </Box>
      <Box sx={{ typography: 'h3' }}>
        {arrivalSeconds === null ? '—' : arrivalText(arrivalSeconds, isEstimate)}
      </Box>
      <Box
        aria-hidden
        sx={{
          [narrow]: { display: 'none' },
          height: 7,
          borderRadius: 4,
          backgroundColor: token('sunken'),
          overflow: 'hidden',
        }}
      >
        <Box
          sx={{
            height: '100%',
            width: `${((arrivalSeconds ?? longestSeconds) / longestSeconds) * 100}%`,
            maxWidth: '100%',
            backgroundColor: token('primary'),
          }}
        />
      </Box>
      <Box
        title={
          cost === null
            ? undefined
            : `${t('dispatch.decisions.cost', { seconds: cost })}: ${partsText(parts)}`
        }
        sx={{ typography: 'body2', color: token('textSoft'), minWidth: 0 }}
      >
        {[
          distanceMetres === null ? '' : `${formatNumber(language, distanceMetres / 1000, 1)} km`,
          rank === 1 && arrivalSeconds !== null && reasons.length === 0 ? t('dispatch.why.best') : '',
          ...reasons.filter((reason) => reason !== 'status').map((reason) => t(`dispatch.why.${reason}`)),
        ]
          .filter(Boolean)
          .join(' · ')}
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: '4px' }}>
        {onReserve && (
          <Tooltip title={t('dispatch.reserve.later')}>
            <IconButton
              size="small"
              aria-label={t('dispatch.reserve.vehicleLater', { vehicle: vehicleNumber })}
              disabled={isBusy}
              onClick={onReserve}
            >
              <EventAvailableRounded fontSize="small" />
            </IconButton>
          </Tooltip>
        )}
        {lockedReason === null ? (
          <Button
            size="small"
            variant={rank === 1 ? 'contained' : 'outlined'}
            aria-label={label}
            aria-keyshortcuts={rank === 1 ? 'Enter' : rank <= maxRanked ? `Alt+${rank}` : undefined}
            disabled={isBusy}
            onClick={onAssign}
          >
            {t('dispatch.assign.submit')}
          </Button>
        ) : (
          <LockedReason label={t('dispatch.assign.submit')} reason={lockedReason} size="small" isCompact />
        )}
      </Box>
    </Box>
  )
}
