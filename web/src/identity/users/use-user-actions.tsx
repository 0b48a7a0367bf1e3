import AddBusinessOutlined from '@mui/icons-material/AddBusinessOutlined'
import AssignmentIndOutlined from '@mui/icons-material/AssignmentIndOutlined'
import BlockRounded from '@mui/icons-material/BlockRounded'
import CheckCircleOutlineRounded from '@mui/icons-material/CheckCircleOutlineRounded'
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import DirectionsCarOutlined from '@mui/icons-material/DirectionsCarOutlined'
import EditOutlined from '@mui/icons-material/EditOutlined'
import GroupAddOutlined from '@mui/icons-material/GroupAddOutlined'
import KeyOutlined from '@mui/icons-material/KeyOutlined'
import LinkOffRounded from '@mui/icons-material/LinkOffRounded'
import LinkRounded from '@mui/icons-material/LinkRounded'
import LockResetRounded from '@mui/icons-material/LockResetRounded'
import MailOutlineRounded from '@mui/icons-material/MailOutlineRounded'
import MilitaryTechOutlined from '@mui/icons-material/MilitaryTechOutlined'
import NoCrashOutlined from '@mui/icons-material/NoCrashOutlined'
import PhonelinkLockOutlined from '@mui/icons-material/PhonelinkLockOutlined'
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined'
import type { SvgIconProps } from '@mui/material/SvgIcon'
import type { User } from '@rumbo/contract/identity.users.contract'
import { forceUserPasswordChange } from '@rumbo/contract/identity.users.security.contract'
import { type ComponentType, type ReactNode, useState } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useChange } from '../../app/data/use-data.ts'
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import type { RowMenuItem } from '../../ui/table/table-parts.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { type ConfirmedAction, UserConfirm } from './UserConfirm.tsx'
import { useManager } from './use-manager.ts'
import { isOffered, lockedKey, type UserAction, userActions } from './user-access.rules.ts'

const later = {
  UserDialog: lazyDialog(() => import('./UserDialog.tsx').then((file) => file.UserDialog)),
  LevelDialog: lazyDialog(() => import('./LevelDialog.tsx').then((file) => file.LevelDialog)),
  SetPasswordDialog: lazyDialog(() =>
    import('./SetPasswordDialog.tsx').then((file) => file.SetPasswordDialog),
  ),
  NewAssignmentDialog: lazyDialog(() =>
    import('./AssignmentDialog.tsx').then((file) => file.NewAssignmentDialog),
  ),
  LinkDialog: lazyDialog(() => import('./LinkDialog.tsx').then((file) => file.LinkDialog)),
  GuestVehicleDialog: lazyDialog(() =>
    import('./GuestVehicleDialog.tsx').then((file) => file.GuestVehicleDialog),
  ),
}

const icons: Record<UserAction, ComponentType<SvgIconProps>> = {
  view: VisibilityOutlined,
  edit: EditOutlined,
  changeLevel: MilitaryTechOutlined,
  activate: CheckCircleOutlineRounded,
  deactivate: BlockRounded,
  sendReset: MailOutlineRounded,
  forcePasswordChange: LockResetRounded,
  setPassword: KeyOutlined,
  resetTwoFactor: PhonelinkLockOutlined,
  assignCompany: AddBusinessOutlined,
  assignFleet: GroupAddOutlined,
  manageAssignments: AssignmentIndOutlined,
  linkContact: LinkRounded,
  unlinkContact: LinkOffRounded,
  assignVehicle: DirectionsCarOutlined,
  unassignVehicle: NoCrashOutlined,
  delete: DeleteOutlineRounded,
}
/** Actions that start a group in the menu. */
const apart: readonly UserAction[] = ['changeLevel', 'sendReset', 'assignCompany', 'linkContact', 'delete']
const destructive: readonly UserAction[] = ['deactivate', 'delete']

type Asked = UserAction | ConfirmedAction
type OpenTab = 'assignments' | 'security' | 'activity'

export interface UserActions {
  /** The menu of a user; unavailable actions show their reason. */
  of: (user: User) => RowMenuItem[]
  /** Why an action is unavailable; undefined if it is available. */
  lockedReason: (action: UserAction, user: User) => string | undefined
  ask: (action: Asked, user: User) => void
  openNew: () => void
  /** The dialogs; render them once. */
  dialogs: ReactNode
}

interface Options {
  /** Opens a user's details. */
  onOpen: (user: User, tab: OpenTab) => void
  onDone?: (what: ConfirmedAction, user: User) => void
}

/** The actions of section 6 on users, with their dialogs. */
export function useUserActions({ onOpen, onDone }: Options): UserActions {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const manager = useManager()
  const [asked, setAsked] = useState<{ what: Asked; user: User } | 'new' | null>(null)
  const close = () => setAsked(null)
  const unforce = useChange(forceUserPasswordChange, {
    onSuccess: ({ displayName }) =>
      toasts.show({ type: 'success', message: t('users.done.unforced', { name: displayName }) }),
    onError: (error) => toasts.show({ type: 'error', message: message(error, t('users.error.force')) }),
  })

  const lockedReason = (action: UserAction, user: User) => {
    const key = lockedKey(action, user, manager)
    return key && t(key)
  }
  const ask = (what: Asked, user: User) => {
    if (what === 'view') onOpen(user, 'assignments')
    else if (what === 'manageAssignments') onOpen(user, 'assignments')
    else if (what === 'forcePasswordChange' && user.forcePasswordChange)
      unforce.mutate({ params: { id: user.id }, body: { force: false } })
    else setAsked({ what, user })
  }
  const of = (user: User): RowMenuItem[] =>
    userActions
      .filter((action) => isOffered(action, user))
      .map((action) => {
        const Icon = icons[action]
        const locked = lockedReason(action, user)
        const isUndone = action === 'forcePasswordChange' && user.forcePasswordChange
        return {
          label: t(isUndone ? 'users.action.unforcePasswordChange' : `users.action.${action}`),
          icon: <Icon fontSize="small" />,
          onChoose: () => ask(action, user),
          isApart: apart.includes(action) || (action === 'unlinkContact' && user.contact !== null),
          isDestructive: destructive.includes(action) && locked === undefined,
          lockedReason: locked,
        }
      })

  return { of, lockedReason, ask, openNew: () => setAsked('new'), dialogs: dialog() }

  function dialog(): ReactNode {
    if (asked === null) return null
    if (asked === 'new') return <later.UserDialog onClose={close} />
    const { what, user } = asked
    switch (what) {
      case 'view':
      case 'manageAssignments':
        return null
      case 'edit':
        return <later.UserDialog user={user} onClose={close} />
      case 'changeLevel':
        return <later.LevelDialog user={user} onClose={close} />
      case 'setPassword':
        return <later.SetPasswordDialog user={user} onClose={close} />
      case 'assignCompany':
        return <later.NewAssignmentDialog user={user} kind="company" onClose={close} />
      case 'assignFleet':
        return <later.NewAssignmentDialog user={user} kind="fleet" onClose={close} />
      case 'linkContact':
        return <later.LinkDialog user={user} onClose={close} />
      case 'assignVehicle':
        return <later.GuestVehicleDialog user={user} onClose={close} />
      default:
        return <UserConfirm what={what} user={user} onClose={close} onDone={onDone} />
    }
  }
}
