import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { createService, type Service, updateService } from '@rumbo/contract/services.contract'
import { dispatchService } from '@rumbo/contract/services.transitions.contract'
import { formatAge } from '@rumbo/i18n/formats'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useCan, useErrorMessage, useWorkspace } from '../app/client-context.tsx'
import { ProblemError } from '../app/data/problems.ts'
import { useChange } from '../app/data/use-data.ts'
import { usePresent } from '../live/use-presence.ts'
import { nowMs } from '../ui/clock.ts'
import { ConflictDialog } from '../ui/dialogs/ConflictDialog.tsx'
import { StepperDialog } from '../ui/dialogs/StepperDialog.tsx'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'
import { useText } from '../ui/i18n.tsx'
import { useToasts } from '../ui/toasts/toasts.tsx'
import { CustomerStep } from './CustomerStep.tsx'
import { DetailsStep } from './DetailsStep.tsx'
import { DoubtDialog } from './DoubtDialog.tsx'
import { StopsStep } from './StopsStep.tsx'
import { useSeriesDraft } from './series/use-series-draft.tsx'
import {
  checkCustomer,
  checkDetails,
  checkStops,
  type DraftErrors,
  errorsOfProblem,
  stepOfPath,
} from './service-check.rules.ts'
import { differencesOf } from './service-differences.ts'
import {
  bodyOf,
  copyOf,
  currencyOf,
  draftOf,
  emptyDraft,
  firstType,
  isDispatchAdjusted,
  type ServiceDraft,
  withDispatchTime,
} from './service-draft.rules.ts'

interface ServiceDialogProps {
  /** The service to change. Default: a new one. */
  service?: Service
  /** The service whose content a new one begins with. */
  original?: Service
  onClose: () => void
  onDone?: (service: Service) => void
}

/** The server doubts that the stops are right; `sends`: the service was also to be sent to dispatch. */
interface Doubt {
  problem: ProblemError
  sends: boolean
}

const now = () => new Date(nowMs())
const isFree = (errors: DraftErrors) => Object.keys(errors).length === 0

/** Creates or changes a service in three steps: customer, details, stops. Mount it to open it. */
export function ServiceDialog({ service, original, onClose, onDone }: ServiceDialogProps) {
  const { t, language } = useText()
  usePresent(service)
  const toasts = useToasts()
  const message = useErrorMessage()
  const can = useCan()
  const { company, fleet, fleets } = useWorkspace()
  const [draft, setDraft] = useState<ServiceDraft>(() =>
    service ? draftOf(service) : original ? copyOf(original, now()) : emptyDraft(now(), fleet?.serviceTypes),
  )
  const [version, setVersion] = useState(service?.version ?? 0)
  const [checked, setChecked] = useState<readonly boolean[]>([false, false, false])
  const [refused, setRefused] = useState<DraftErrors>({})
  const [hasFailed, setFailed] = useState(false)
  const [conflict, setConflict] = useState<ProblemError | null>(null)
  const [doubt, setDoubt] = useState<Doubt | null>(null)
  const create = useChange(createService)
  const update = useChange(updateService)
  const dispatch = useChange(dispatchService, { evicts: ['dispatch'] })
  /** Whether the submission under way also sends the new service to dispatch. */
  const isSending = useRef(false)
  const [stepAt, setStep] = useState(0)
  const [fleetChoice, setFleetChoice] = useState<string | null>(null)
  const fleetId = service?.fleetId ?? original?.fleetId ?? fleet?.id ?? fleetChoice
  const fleetName =
    fleets.find(({ id }) => id === fleetId)?.name ?? (fleetId === null ? null : (fleet?.name ?? ''))
  const currency = currencyOf(service, company)
  const timeZone = company?.timeZone
  const { dispatchTime } = draft
  const series = useSeriesDraft(service, { dispatchTime, timeZone, isChecked: checked[1] === true })
  const failure = series.error ?? create.error ?? update.error

  const change = (some: Partial<ServiceDraft>) => {
    setDraft((before) => withDispatchTime({ ...before, ...some }, now()))
    setRefused({})
    setFailed(false)
  }
  const checkStep = (step: number, of: ServiceDraft): DraftErrors =>
    step === 0
      ? checkCustomer(of)
      : step === 1
        ? checkDetails(of, currency, now(), service)
        : checkStops(of, currency)
  const errorsOf = (step: number): DraftErrors => ({
    ...(checked[step] ? checkStep(step, draft) : {}),
    ...Object.fromEntries(Object.entries(refused).filter(([path]) => stepOfPath(path) === step)),
  })
  const validate = (step: number) => () => {
    setChecked((before) => before.map((was, at) => was || at === step))
    const isRight = isFree(checkStep(step, draft)) && fleetId !== null && (step !== 1 || series.isRight)
    if (!isRight) isSending.current = false
    return isRight
  }

  /** Sends a service just created; where that fails, it stays created, and a notice says so. */
  const send = async (saved: Service): Promise<Service> => {
    const number = saved.serviceNumber
    try {
      const sent = await dispatch.mutateAsync({ params: { id: saved.id }, body: { version: saved.version } })
      toasts.show({ type: 'success', message: t('services.done.createdAndSent', { number }) })
      return sent
    } catch (error) {
      toasts.show({
        type: 'warning',
        message: t('services.done.created', { number }),
        detail: message(error, t('services.error.dispatch')),
      })
      return saved
    }
  }

  const save = async (of: ServiceDraft, ofVersion: number, areStopsConfirmed = false) => {
    const sends = isSending.current
    isSending.current = false
    const fresh = withDispatchTime(of, now())
    setDraft(fresh)
    setChecked([true, true, true])
    if (fleetId === null) throw new Error('No fleet')
    if (!series.isRight || ![0, 1, 2].every((step) => isFree(checkStep(step, fresh)))) {
      setFailed(true)
      throw new Error('The form is invalid')
    }
    const body = { ...bodyOf(fresh, fleetId, currency), areStopsConfirmed }
    try {
      if (series.isOn) {
        await series.save(body)
        onClose()
        return
      }
      const saved = service
        ? await update.mutateAsync({
            params: { id: service.id },
            body: {
              ...body,
              requesterContactId: body.requesterContactId ?? service.requesterContactId,
              version: ofVersion,
            },
          })
        : await create.mutateAsync({ body })
      const shown = sends ? await send(saved) : saved
      if (!sends)
        toasts.show({
          type: 'success',
          message: t(service ? 'services.done.updated' : 'services.done.created', {
            number: saved.serviceNumber,
          }),
        })
      onDone?.(shown)
      onClose()
    } catch (error) {
      if (error instanceof ProblemError) {
        setRefused(errorsOfProblem(error.problem?.errors))
        setFailed(true)
        if (error.code === 'stale_version' && !series.isOn) setConflict(error)
        if (error.code === 'stop_doubtful') setDoubt({ problem: error, sends })
      }
      throw error
    }
  }

  const ownFleet = fleets.find(({ id }) => id === fleetId)
  const mayDispatch =
    ownFleet?.features.includes('dispatch') === true &&
    can('services.dispatch', { companyId: ownFleet.company_id, fleetId: ownFleet.id })
  const maySend = mayDispatch && service === undefined && !series.isOn
  const submitAndSend = (form: HTMLFormElement | null) => {
    isSending.current = true
    form?.requestSubmit()
  }
  /** Ctrl+Enter goes on to the stops as soon as the steps before them are complete. */
  const skipByKey = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    toStops()
  }
  const toStops = () => {
    if (validate(0)() && validate(1)()) setStep(2)
  }
  const sendByKey = (event: KeyboardEvent<HTMLElement>) => {
    if (!maySend || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    submitAndSend(event.currentTarget.closest('form'))
  }
  const step = { draft, onChange: change }
  const elsewhere = hasFailed ? [...new Set(Object.values({ ...errorsOf(0), ...errorsOf(1) }))] : []
  const failureText =
    failure && conflict === null && doubt === null
      ? message(failure, t(service ? 'services.error.update' : 'services.error.create'))
      : null
  const theirs = conflict?.problem?.current as Service | undefined
  return (
    <>
      <StepperDialog
        open
        isTall
        title={
          service ? t('services.dialog.edit', { number: service.serviceNumber }) : t('services.dialog.create')
        }
        finishLabel={t(service ? 'services.dialog.edit.submit' : 'services.dialog.create.submit')}
        onFinish={() => save(draft, version)}
        onStep={setStep}
        step={stepAt}
        extraAction={
          maySend && stepAt === 2 ? (
            <Button
              size="large"
              variant="outlined"
              title={`${t('services.dialog.createAndSend')} (Ctrl+Enter)`}
              onClick={(event) => submitAndSend(event.currentTarget.form)}
            >
              {t('services.dialog.createAndSend')}
            </Button>
          ) : undefined
        }
        onClose={onClose}
        error={
          failureText !== null || elsewhere.length > 0 ? (
            <Alert severity="error">
              {[failureText, ...elsewhere.map((key) => t(key))].filter(Boolean).join(' · ')}
            </Alert>
          ) : undefined
        }
        steps={[
          {
            key: 'customer',
            label: t('services.dialog.customer'),
            validate: validate(0),
            content: (
              <Box onKeyDown={skipByKey} sx={{ display: 'grid', gap: '16px' }}>
                {service === undefined && original === undefined && fleet === null && (
                  <ChoiceField
                    label={t('vehicleRecord.field.fleet')}
                    value={fleetId ?? ''}
                    choices={fleets
                      .filter(
                        (one) =>
                          one.features.includes('services') &&
                          can('services.dispatch', { companyId: one.company_id, fleetId: one.id }),
                      )
                      .map(({ id, name }) => ({ value: id, label: name }))}
                    onChange={(id) => {
                      setFleetChoice(id)
                      const types = fleets.find((one) => one.id === id)?.serviceTypes
                      if (draft.serviceType === '') change({ serviceType: firstType(types) })
                    }}
                    error={checked[0] && fleetId === null ? t('shell.fleet.needed') : undefined}
                  />
                )}
                <CustomerStep
                  {...step}
                  errors={errorsOf(0)}
                  companyId={service?.companyId ?? company?.id ?? ''}
                  mayCreateContact={can('directory.edit')}
                  isNewService={service === undefined}
                  onToStops={() => setStep(2)}
                />
              </Box>
            ),
          },
          {
            key: 'details',
            label: t('services.dialog.details'),
            validate: validate(1),
            content: (
              <Box onKeyDown={skipByKey}>
                <DetailsStep
                  {...step}
                  errors={errorsOf(1)}
                  timeZone={timeZone}
                  currency={currency}
                  isAdjusted={isDispatchAdjusted(draft, now())}
                  repeat={series.fields}
                />
              </Box>
            ),
          },
          {
            key: 'stops',
            label: t('services.dialog.stops'),
            validate: validate(2),
            content: (
              <Box onKeyDown={sendByKey}>
                <StopsStep
                  {...step}
                  errors={errorsOf(2)}
                  timeZone={timeZone}
                  fleetId={fleetId}
                  fleetName={fleetName}
                  currency={currency}
                />
              </Box>
            ),
          },
        ]}
      />
      {doubt !== null && (
        <DoubtDialog
          errors={doubt.problem.problem?.errors}
          draft={draft}
          onConfirm={() => {
            setDoubt(null)
            isSending.current = doubt.sends
            save(draft, version, true).catch(() => undefined)
          }}
          onClose={() => setDoubt(null)}
        />
      )}
      {conflict !== null && theirs !== undefined && (
        <ConflictDialog
          title={t('ui.conflict.title')}
          text={t('ui.conflict.text', {
            person: conflict.problem?.changedBy ?? t('ui.conflict.someone'),
            age: formatAge(language, (nowMs() - Date.parse(conflict.problem?.changedAt ?? '')) / 1000 || 0),
          })}
          differences={differencesOf(t, draft, draftOf(theirs))}
          onClose={() => setConflict(null)}
          onUseTheirs={() => {
            setDraft(draftOf(theirs))
            setVersion(theirs.version)
            setConflict(null)
            update.reset()
          }}
          onKeepMine={() => {
            setVersion(theirs.version)
            setConflict(null)
            save(draft, theirs.version).catch(() => undefined)
          }}
        />
      )}
    </>
  )
}
