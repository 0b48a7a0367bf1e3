import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { readAssignmentCost } from '@rumbo/contract/dispatch.changes.contract'
import type { Candidate } from '@rumbo/contract/dispatch.contract'
import type { Service } from '@rumbo/contract/services.contract'
import { type FormEvent, useState } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useEndpoint } from '../../app/data/use-data.ts'
import { nowMs } from '../../ui/clock.ts'
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { useText } from '../../ui/i18n.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { useReasonsText } from '../decisions/use-vehicle-text.ts'
import { arrivalText, canBeReserved, canBeTaken, isForLater, matchCandidates } from '../dispatch.rules.ts'
import { useCandidates } from '../use-candidates.ts'
import { AssignmentCostLines } from './AssignmentCostLines.tsx'
import type { Assigning } from './use-assign.tsx'
import { reservableOf, useReserving } from './use-reserving.ts'

/** The vehicles offered at once; typing finds the others. */
const mostShown = 30
/** Half of one more shows that the list goes on. */
const listHeight = 272

interface AssignToDialogProps {
  service: Service
  /** The vehicle to begin with. */
  vehicleId?: string
  assigning: Assigning
  onClose: () => void
}

/**
 * Assigns any vehicle of the fleet, or another one, after it showed what that costs this service and others, or reserves
 * one. For a service that is not sent to dispatch yet, one can only be reserved.
 */
export function AssignToDialog({ service, vehicleId = '', assigning, onClose }: AssignToDialogProps) {
  const { t } = useText()
  const message = useErrorMessage()
  const [chosenId, setChosenId] = useState(vehicleId)
  const [typed, setTyped] = useState('')
  const [isReserved, setReserved] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const reserving = useReserving()
  const answer = useCandidates(service.id)
  const isLater = isForLater(service, nowMs())
  const isReassigned = service.assignedVehicleId !== null
  const isSent = service.status !== 'created'
  const mayAssignTo = (one: Candidate) => isSent && (one.isEligible || canBeTaken(one))
  const mayReserve = (one: Candidate) => !isReassigned && canBeReserved(one, isLater)
  const items = answer.isPlaceholderData ? undefined : answer.data?.items
  const possible = (items ?? []).filter(
    (one) => one.vehicleId !== service.assignedVehicleId && (mayAssignTo(one) || mayReserve(one)),
  )
  const chosen = possible.find((one) => one.vehicleId === chosenId)
  const mayAssign = chosen !== undefined && mayAssignTo(chosen)
  const reserves = chosen !== undefined && mayReserve(chosen) && (isReserved || !mayAssign)
  const cost = useEndpoint(
    readAssignmentCost,
    { params: { serviceId: service.id, vehicleId: chosenId } },
    { enabled: mayAssign && !reserves },
  )
  const isReady = reserves || (mayAssign && cost.data !== undefined)
  const mayConfirm = chosen !== undefined && isReady && assigning.lockedReason === null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(chosen === undefined)
    if (!mayConfirm || assigning.isBusy || reserving.isBusy) return
    if (reserves) {
      void reserving.reserve(reservableOf(service, chosen))
      return onClose()
    }
    const loser = cost.data?.others.find(({ effect }) => effect === 'loses')
    assigning.assign(service, chosen, loser && { serviceId: loser.serviceId, version: loser.version })
    onClose()
  }
  const error = isMissing && chosen === undefined ? t('dispatch.assignTo.choose') : null
  const failure = cost.isError ? message(cost.error, t('ui.error.text')) : null
  const words = { number: service.serviceNumber }
  return (
    <FormDialog
      title={t(
        isReassigned
          ? 'dispatch.reassign.title'
          : isSent
            ? 'dispatch.assignTo.title'
            : 'dispatch.reserve.title',
        words,
      )}
      submitLabel={t(
        reserves || !isSent
          ? 'dispatch.reserve.submit'
          : isReassigned
            ? 'dispatch.reassign.submit'
            : 'dispatch.assign.submit',
      )}
      maxWidth="sm"
      isBusy={assigning.isBusy || reserving.isBusy}
      isChanged={false}
      error={assigning.lockedReason ?? error ?? failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <SearchField value={typed} onChange={setTyped} label={t('dispatch.assign.search')} />
      {answer.isError && (
        <ErrorState text={message(answer.error, t('ui.error.text'))} onRetry={() => void answer.refetch()} />
      )}
      {items === undefined ? (
        !answer.isError && <ListSkeleton rows={4} />
      ) : (
        <RadioGroup
          aria-label={t('dispatch.assign.list')}
          value={chosenId}
          onChange={(_, next) => setChosenId(next)}
          sx={{
            maxHeight: listHeight,
            overflowY: 'auto',
            flexWrap: 'nowrap',
            p: '4px 4px 4px 16px',
            ml: '-5px',
          }}
        >
          {matchCandidates(possible, typed)
            .slice(0, mostShown)
            .map((one) => (
              <FormControlLabel
                key={one.vehicleId}
                value={one.vehicleId}
                control={<Radio size="small" />}
                label={<VehicleChoice candidate={one} />}
                sx={{ mr: 0, minHeight: 36 }}
              />
            ))}
          {possible.length === 0 && (
            <Box sx={{ typography: 'body2', color: token('textSoft') }}>{t('dispatch.assign.none')}</Box>
          )}
        </RadioGroup>
      )}
      <Box role="status" sx={{ minHeight: 76 }}>
        {chosen !== undefined && mayReserve(chosen) && (
          <FormControlLabel
            control={
              <Checkbox
                size="small"
                checked={reserves}
                disabled={!mayAssign}
                onChange={(_, next) => setReserved(next)}
              />
            }
            label={t(isLater ? 'dispatch.reserve.later' : 'dispatch.reserve.whenFree')}
          />
        )}
        {mayAssign && !reserves && cost.data?.vehicleId === chosen.vehicleId && (
          <AssignmentCostLines cost={cost.data} />
        )}
      </Box>
    </FormDialog>
  )
}

function VehicleChoice({ candidate }: { candidate: Candidate }) {
  const { t } = useText()
  const reasonsText = useReasonsText()
  const { vehicleNumber, arrivalSeconds, isEstimate, status, reasons } = candidate
  const isTaken = canBeTaken(candidate)
  const against = isTaken ? reasons.filter((reason) => reason !== 'status') : reasons
  return (
    <Box component="span" sx={{ display: 'inline-flex', gap: '10px', alignItems: 'baseline' }}>
      <Box component="span" data-name="" sx={{ fontWeight: 700, minWidth: 44 }}>
        {vehicleNumber}
      </Box>
      <span>{arrivalSeconds === null ? '—' : arrivalText(arrivalSeconds, isEstimate)}</span>
      <Box component="span" sx={{ typography: 'body2', color: token('textSoft') }}>
        {[isTaken && t('dispatch.assignTo.onItsWay'), reasonsText({ status, reasons: against })]
          .filter(Boolean)
          .join(' · ')}
      </Box>
    </Box>
  )
}
