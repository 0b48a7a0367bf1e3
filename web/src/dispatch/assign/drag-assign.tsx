import Box from '@mui/material/Box'
import type { Candidate } from '@rumbo/contract/dispatch.contract'
import type { Service } from '@rumbo/contract/services.contract'
import {
  createContext,
  type DragEvent,
  type HTMLAttributes,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { nowMs } from '../../ui/clock.ts'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { arrivalText, canBeReserved, canBeTaken, isForLater } from '../dispatch.rules.ts'
import { useCandidates } from '../use-candidates.ts'
import { AssignToDialog } from './AssignToDialog.tsx'
import type { Assigning } from './use-assign.tsx'

type VehicleAt = (event: DragEvent) => string | null
interface DragAssign {
  /** Makes the row of a waiting service one that can be dragged. */
  rowProps: (service: Service) => HTMLAttributes<HTMLElement>
  /** Makes an element a target for the vehicle that `vehicleAt` finds below the pointer. */
  targetProps: (vehicleAt: VehicleAt) => HTMLAttributes<HTMLElement>
  /** Opens the dialog that assigns any vehicle: the same without dragging. */
  openDialog: (service: Service) => void
}

const DragContext = createContext<DragAssign | null>(null)
/** Null for those who may not dispatch. */
export const useDragAssign = (): DragAssign | null => useContext(DragContext)

interface Target {
  vehicleId: string
  x: number
  y: number
}

interface DragAssignProviderProps {
  assigning: Assigning
  mayDispatch: boolean
  children: ReactNode
}

/** Drags waiting services onto vehicles: on the map, among the candidates and among the services under way. */
export function DragAssignProvider({ assigning, mayDispatch, children }: DragAssignProviderProps) {
  const { t } = useText()
  const toasts = useToasts()
  const [dragged, setDragged] = useState<Service | null>(null)
  const [target, setTarget] = useState<Target | null>(null)
  const [asked, setAsked] = useState<{ service: Service; vehicleId?: string } | null>(null)
  const { data, isPlaceholderData } = useCandidates(dragged?.id ?? null)
  const candidates = dragged === null || isPlaceholderData ? undefined : data?.items
  const known = (vehicleId: string) => candidates?.find((one) => one.vehicleId === vehicleId)

  const reasonOf = (vehicleId: string): string => {
    const candidate = known(vehicleId)
    if (candidate === undefined) return t(candidates ? 'dispatch.drag.otherFleet' : 'dispatch.drag.loading')
    if (canBeTaken(candidate)) return t('dispatch.assignTo.onItsWay')
    const [reason] = candidate.reasons
    return reason === undefined ? '' : t(`dispatch.why.${reason}`)
  }
  const wordsOf = (vehicleId: string): string => {
    const candidate = known(vehicleId)
    const { vehicleNumber, arrivalSeconds = null, isEstimate = true, isEligible } = candidate ?? {}
    return [
      vehicleNumber,
      isEligible && arrivalSeconds !== null && arrivalText(arrivalSeconds, isEstimate),
      reasonOf(vehicleId),
    ]
      .filter(Boolean)
      .join(' · ')
  }
  const mayChoose = (service: Service, candidate: Candidate) =>
    canBeTaken(candidate) || canBeReserved(candidate, isForLater(service, nowMs()))
  const drop = (service: Service, vehicleId: string) => {
    const candidate = known(vehicleId)
    if (candidate?.isEligible) assigning.assign(service, candidate)
    else if (candidate === undefined || mayChoose(service, candidate)) setAsked({ service, vehicleId })
    else
      toasts.show({
        type: 'warning',
        message: t('dispatch.drag.refused', { vehicle: candidate.vehicleNumber }),
        detail: reasonOf(vehicleId),
      })
  }
  // The rows below do not render again while the pointer moves.
  const state = useRef({ dragged, drop })
  useEffect(() => {
    state.current = { dragged, drop }
  })
  const value = useMemo<DragAssign>(
    () => ({
      openDialog: (service) => setAsked({ service }),
      rowProps: (service) => ({
        draggable: true,
        onDragStart: (event) => {
          event.dataTransfer.setData('text/plain', String(service.serviceNumber))
          event.dataTransfer.effectAllowed = 'link'
          setDragged(service)
        },
        onDragEnd: () => {
          setDragged(null)
          setTarget(null)
        },
      }),
      targetProps: (vehicleAt) => ({
        onDragOver: (event) => {
          if (state.current.dragged === null) return
          const vehicleId = vehicleAt(event)
          if (vehicleId === null) return setTarget(null)
          event.preventDefault()
          event.dataTransfer.dropEffect = 'link'
          setTarget({ vehicleId, x: event.clientX, y: event.clientY })
        },
        onDragLeave: () => setTarget(null),
        onDrop: (event) => {
          const { dragged: service } = state.current
          const vehicleId = vehicleAt(event)
          setTarget(null)
          if (service === null || vehicleId === null) return
          event.preventDefault()
          state.current.drop(service, vehicleId)
        },
      }),
    }),
    [],
  )
  return (
    <DragContext.Provider value={mayDispatch ? value : null}>
      {children}
      {target !== null && (
        <Box
          role="status"
          style={{ left: target.x + 14, top: target.y + 14 }}
          sx={{
            position: 'fixed',
            zIndex: 'tooltip',
            pointerEvents: 'none',
            px: '10px',
            py: '6px',
            borderRadius: '8px',
            typography: 'subtitle2',
            backgroundColor: token('raised'),
            border: `1px solid ${token('lineStrong')}`,
            color: token(known(target.vehicleId)?.isEligible ? 'text' : 'alarmed'),
          }}
        >
          {wordsOf(target.vehicleId)}
        </Box>
      )}
      {asked !== null && <AssignToDialog {...asked} assigning={assigning} onClose={() => setAsked(null)} />}
    </DragContext.Provider>
  )
}
