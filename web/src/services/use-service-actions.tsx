import BookmarkAddOutlined from '@mui/icons-material/BookmarkAddOutlined'
import CancelOutlined from '@mui/icons-material/CancelOutlined'
import CheckRounded from '@mui/icons-material/CheckRounded'
import ContentCopyRounded from '@mui/icons-material/ContentCopyRounded'
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import EditOutlined from '@mui/icons-material/EditOutlined'
import LinkOffRounded from '@mui/icons-material/LinkOffRounded'
import MyLocationRounded from '@mui/icons-material/MyLocationRounded'
import PaymentsOutlined from '@mui/icons-material/PaymentsOutlined'
import PersonPinCircleOutlined from '@mui/icons-material/PersonPinCircleOutlined'
import SendRounded from '@mui/icons-material/SendRounded'
import type { Service } from '@rumbo/contract/services.contract'
import { canMove } from '@rumbo/contract/services.rules'
import { linkHoursAfterEnd } from '@rumbo/contract/services.tracking.contract'
import { hourMs } from '@rumbo/contract/time-units'
import { type ReactNode, useState } from 'react'
import { useCan, useWorkspace } from '../app/client-context.tsx'
import type { AddressStep } from '../app/navigation/address.tsx'
import { nowMs } from '../ui/clock.ts'
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx'
import { lazyDialog } from '../ui/dialogs/lazy-dialog.tsx'
import { useText } from '../ui/i18n.tsx'
import { CancelDialog } from './CancelDialog.tsx'
import { currencyOf } from './service-draft.rules.ts'
import { templateOf } from './templates/template.rules.ts'
import { type ServiceMoves, useServiceMoves } from './use-service-moves.ts'

const CustomerLinkDialog = lazyDialog(() =>
  import('./tracking/CustomerLinkDialog.tsx').then((file) => file.CustomerLinkDialog),
)
const PaymentDialog = lazyDialog(() =>
  import('../payments/PaymentDialog.tsx').then((file) => file.PaymentDialog),
)
const CompleteDialog = lazyDialog(() =>
  import('./charges/CompleteDialog.tsx').then((file) => file.CompleteDialog),
)
const SaveTemplateDialog = lazyDialog(() =>
  import('./templates/SaveTemplateDialog.tsx').then((file) => file.SaveTemplateDialog),
)
const ServiceDialog = lazyDialog(() => import('./ServiceDialog.tsx').then((file) => file.ServiceDialog))

const isOpenForLinks = ({ endedAt }: Service) =>
  endedAt === null || Date.parse(endedAt) + linkHoursAfterEnd * hourMs > nowMs()

type Asked =
  | {
      what: 'cancel' | 'delete' | 'complete' | 'edit' | 'duplicate' | 'template' | 'pay' | 'link'
      service: Service
    }
  | { what: 'new' }

export interface ServiceAction {
  key:
    | 'edit'
    | 'duplicate'
    | 'template'
    | 'sendToDispatch'
    | 'confirmPickup'
    | 'complete'
    | 'unassign'
    | 'pay'
    | 'link'
    | 'cancel'
    | 'delete'
  label: string
  icon: ReactNode
  isDestructive?: boolean
  run: () => void
}

export interface ServiceActions {
  /** The available actions of a service; empty for read-only users. */
  of: (service: Service) => ServiceAction[]
  openNew: () => void
  moves: ServiceMoves
  mayDispatch: boolean
  /** The confirmation dialogs; render them once. */
  dialogs: ReactNode
}

interface Options {
  onDone?: (service: Service) => void
  /** Where the address keeps whether a new service is entered. Default: it is not in the address. */
  newStep?: Pick<AddressStep, 'value' | 'open' | 'close'>
}

/** The actions on services with their dialogs: new, edit, send to dispatch, pickup, complete, cancel, delete. */
export function useServiceActions({ onDone, newStep }: Options = {}): ServiceActions {
  const { t } = useText()
  const can = useCan()
  const { company } = useWorkspace()
  const moves = useServiceMoves()
  const [chosen, setAsked] = useState<Asked | null>(null)
  const mayDispatch = can('services.dispatch')
  const isNew = newStep?.value === '1' && mayDispatch
  const asked: Asked | null = isNew ? { what: 'new' } : chosen
  const close = () => (isNew ? newStep.close() : setAsked(null))

  const of = (service: Service): ServiceAction[] => {
    if (!can('services.dispatch', { companyId: service.companyId, fleetId: service.fleetId })) return []
    const { status } = service
    const all: (ServiceAction & { isPossible: boolean })[] = [
      {
        key: 'sendToDispatch',
        label: t('services.action.sendToDispatch'),
        icon: <SendRounded />,
        isPossible: canMove(status, 'dispatch'),
        run: () => void moves.sendToDispatch(service),
      },
      {
        key: 'confirmPickup',
        label: t('services.action.confirmPickup'),
        icon: <PersonPinCircleOutlined />,
        isPossible: canMove(status, 'confirmPickup'),
        run: () => void moves.confirmPickup(service),
      },
      {
        key: 'complete',
        label: t('services.action.complete'),
        icon: <CheckRounded />,
        isPossible: canMove(status, 'complete'),
        run: () => setAsked({ what: 'complete', service }),
      },
      {
        key: 'edit',
        label: t('services.action.edit'),
        icon: <EditOutlined />,
        isPossible: canMove(status, 'update'),
        run: () => setAsked({ what: 'edit', service }),
      },
      {
        key: 'duplicate',
        label: t('services.action.duplicate'),
        icon: <ContentCopyRounded />,
        isPossible: true,
        run: () => setAsked({ what: 'duplicate', service }),
      },
      {
        key: 'template',
        label: t('templates.save'),
        icon: <BookmarkAddOutlined />,
        isPossible: true,
        run: () => setAsked({ what: 'template', service }),
      },
      {
        key: 'unassign',
        label: t('services.action.unassign'),
        icon: <LinkOffRounded />,
        isPossible: canMove(status, 'unassign'),
        run: () => void moves.unassign(service),
      },
      {
        key: 'pay',
        label: t('services.action.pay'),
        icon: <PaymentsOutlined />,
        isPossible: can('payments.record', { companyId: service.companyId, fleetId: service.fleetId }),
        run: () => setAsked({ what: 'pay', service }),
      },
      {
        key: 'link',
        label: t('tracking.link'),
        icon: <MyLocationRounded />,
        isPossible: isOpenForLinks(service),
        run: () => setAsked({ what: 'link', service }),
      },
      {
        key: 'cancel',
        label: t('services.action.cancel'),
        icon: <CancelOutlined />,
        isDestructive: true,
        isPossible: canMove(status, 'cancel'),
        run: () => setAsked({ what: 'cancel', service }),
      },
      {
        key: 'delete',
        label: t('services.action.delete'),
        icon: <DeleteOutlineRounded />,
        isDestructive: true,
        isPossible: canMove(status, 'delete'),
        run: () => setAsked({ what: 'delete', service }),
      },
    ]
    return all.filter(({ isPossible }) => isPossible)
  }

  const currency = currencyOf(asked !== null && asked.what !== 'new' ? asked.service : undefined, company)
  const number = asked !== null && asked.what !== 'new' ? asked.service.serviceNumber : ''
  const dialogs = asked !== null && (
    <>
      {asked.what === 'cancel' && (
        <CancelDialog
          title={t('services.cancel.title', { number })}
          onCancel={(by, note) => moves.cancel(asked.service, by, note)}
          onClose={close}
        />
      )}
      {asked.what === 'template' && <SaveTemplateDialog {...templateOf(asked.service)} onClose={close} />}
      {asked.what === 'pay' && <PaymentDialog service={asked.service} kind="payment" onClose={close} />}
      {asked.what === 'link' && <CustomerLinkDialog service={asked.service} onClose={close} />}
      {asked.what === 'delete' && (
        <ConfirmDialog
          open
          isDestructive
          title={t('services.delete.title', { number })}
          text={t('services.delete.text')}
          confirmLabel={t('services.action.delete')}
          onConfirm={async () => {
            await moves.remove(asked.service)
            close()
          }}
          onClose={close}
        />
      )}
      {asked.what === 'complete' && (
        <CompleteDialog
          service={asked.service}
          currency={currency}
          onComplete={(finalCost, reason) => moves.complete(asked.service, finalCost, reason)}
          onClose={close}
        />
      )}
      {(asked.what === 'edit' || asked.what === 'duplicate' || asked.what === 'new') && (
        <ServiceDialog
          service={asked.what === 'edit' ? asked.service : undefined}
          original={asked.what === 'duplicate' ? asked.service : undefined}
          onClose={close}
          onDone={onDone}
        />
      )}
    </>
  )
  const openNew = () => (newStep ? newStep.open('1') : setAsked({ what: 'new' }))
  return { of, openNew, moves, mayDispatch, dialogs }
}
