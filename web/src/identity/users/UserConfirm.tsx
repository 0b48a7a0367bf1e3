import BlockRounded from '@mui/icons-material/BlockRounded'
import { activateUser, deactivateUser, deleteUser, type User } from '@rumbo/contract/identity.users.contract'
import { unassignVehicleFromGuest, unlinkContact } from '@rumbo/contract/identity.users.links.contract'
import {
  endUserSessions,
  forceUserPasswordChange,
  resetUserTwoFactor,
  sendUserReset,
} from '@rumbo/contract/identity.users.security.contract'
import type { ReactNode } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useData } from '../../app/data/use-data.ts'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'

export type ConfirmedAction =
  | 'delete'
  | 'activate'
  | 'deactivate'
  | 'sendReset'
  | 'forcePasswordChange'
  | 'resetTwoFactor'
  | 'unlinkContact'
  | 'unassignVehicle'
  | 'endSessions'

interface Confirmed {
  title: string
  text: ReactNode
  label: string
  run: () => Promise<unknown>
  done: string
  /** Message for a refusal without a text of its own. */
  failed: string
  isDestructive?: boolean
  icon?: ReactNode
  typeName?: string
}

interface UserConfirmProps {
  what: ConfirmedAction
  user: User
  onClose: () => void
  onDone?: (what: ConfirmedAction, user: User) => void
}

/** Asks for confirmation of an action on a user, runs it and reports its outcome. */
export function UserConfirm({ what, user, onClose, onDone }: UserConfirmProps) {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const { call, evict } = useData()
  const name = user.displayName
  const input = { params: { id: user.id } }

  const all: Record<ConfirmedAction, () => Confirmed> = {
    delete: () => ({
      title: t('users.delete.title', { name }),
      text: t('users.delete.text'),
      label: t('users.action.delete'),
      run: () => call(deleteUser, input),
      done: t('users.done.deleted', { name }),
      failed: t('users.error.delete'),
      isDestructive: true,
      typeName: user.username,
    }),
    activate: () => ({
      title: t('users.activate.title', { name }),
      text: t('users.activate.text'),
      label: t('users.action.activate'),
      run: () => call(activateUser, input),
      done: t('users.done.activated', { name }),
      failed: t('users.error.activate'),
    }),
    deactivate: () => ({
      title: t('users.deactivate.title', { name }),
      text: t('users.deactivate.text'),
      label: t('users.action.deactivate'),
      run: () => call(deactivateUser, input),
      done: t('users.done.deactivated', { name }),
      failed: t('users.error.deactivate'),
      isDestructive: true,
      icon: <BlockRounded />,
    }),
    sendReset: () => ({
      title: t('users.reset.title', { name }),
      text: t('users.reset.text', { email: user.email }),
      label: t('users.reset.submit'),
      run: () => call(sendUserReset, input),
      done: t('users.done.resetSent', { email: user.email }),
      failed: t('users.error.sendReset'),
    }),
    forcePasswordChange: () => ({
      title: t('users.force.title', { name }),
      text: t('users.force.text'),
      label: t('users.force.submit'),
      run: () => call(forceUserPasswordChange, { ...input, body: { force: true } }),
      done: t('users.done.forced', { name }),
      failed: t('users.error.force'),
    }),
    resetTwoFactor: () => ({
      title: t('users.twoFactor.title', { name }),
      text: t('users.twoFactor.text'),
      label: t('users.twoFactor.submit'),
      run: () => call(resetUserTwoFactor, input),
      done: t('users.done.twoFactorReset', { name }),
      failed: t('users.error.twoFactor'),
      isDestructive: true,
    }),
    unlinkContact: () => ({
      title: t('users.unlink.title', { name }),
      text: (
        <>
          {t('users.unlink.text', { contact: user.contact?.name ?? '' })}{' '}
          {user.level === 'guest' && user.vehicle !== null && t('users.unlink.guest')}
        </>
      ),
      label: t('users.action.unlinkContact'),
      run: () => call(unlinkContact, input),
      done: t('users.done.unlinked', { name }),
      failed: t('users.error.unlink'),
    }),
    unassignVehicle: () => ({
      title: t('users.unassignVehicle.title', { name, number: user.vehicle?.vehicleNumber ?? '' }),
      text: t('users.unassignVehicle.text'),
      label: t('users.action.unassignVehicle'),
      run: () => call(unassignVehicleFromGuest, input),
      done: t('users.done.vehicleUnassigned', { name }),
      failed: t('users.error.unassignVehicle'),
    }),
    endSessions: () => ({
      title: t('users.security.endAllTitle', { name }),
      text: t('users.security.endAllText'),
      label: t('users.security.endAll'),
      run: () => call(endUserSessions, input),
      done: t('users.done.sessionsEnded', { name }),
      failed: t('users.error.session'),
    }),
  }
  const { title, text, label, run, done, failed, ...rest } = all[what]()

  return (
    <ConfirmDialog
      open
      title={title}
      text={text}
      confirmLabel={label}
      {...rest}
      onConfirm={async () => {
        try {
          await run()
          toasts.show({ type: 'success', message: done })
          onClose()
          onDone?.(what, user)
        } catch (error) {
          toasts.show({ type: 'error', message: message(error, failed) })
          throw error
        } finally {
          evict(['users', 'organisation', 'directory', 'tree'])
        }
      }}
      onClose={onClose}
    />
  )
}
