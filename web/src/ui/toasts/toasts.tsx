import CheckCircleOutlineRounded from '@mui/icons-material/CheckCircleOutlineRounded'
import CloseRounded from '@mui/icons-material/CloseRounded'
import ErrorOutlineRounded from '@mui/icons-material/ErrorOutlineRounded'
import InfoOutlined from '@mui/icons-material/InfoOutlined'
import WarningAmberRounded from '@mui/icons-material/WarningAmberRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import {
  type CSSProperties,
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { createPortal } from 'react-dom'
import { useText } from '../i18n.tsx'
import { KeyHint } from '../KeyHint.tsx'
import { type AnyTranslate, sayAgain } from '../said.ts'
import { type StatusToken, token } from '../theme/tokens.ts'
import { visuallyHidden } from '../visually-hidden.ts'
import { createToastStore, type Toast, type ToastStore, type ToastType, undoMs } from './toast-store.ts'
import { useClearPlace } from './use-clear-place.ts'

const looks: Record<ToastType, { colour: StatusToken; icon: ReactNode }> = {
  success: { colour: 'active', icon: <CheckCircleOutlineRounded /> },
  error: { colour: 'critical', icon: <ErrorOutlineRounded /> },
  warning: { colour: 'alarmed', icon: <WarningAmberRounded /> },
  info: { colour: 'occupied', icon: <InfoOutlined /> },
}

const StoreContext = createContext<ToastStore | null>(null)

/** Calls `onEnd` after the timeout; paused while `isResting`, begun again where another toast took the place of this. */
function useTimeout({ timeout, shownAt }: Toast, isResting: boolean, onEnd: () => void): void {
  const left = useRef(timeout)
  const measured = useRef(shownAt)
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (measured.current !== shownAt) {
      measured.current = shownAt
      left.current = timeout
    }
    if (timeout === 0 || isResting) return
    const started = performance.now()
    const timer = setTimeout(() => end(), left.current)
    return () => {
      clearTimeout(timer)
      left.current -= performance.now() - started
    }
  }, [timeout, shownAt, isResting])
}

/** Closes an undo at its limit by the clock, whether or not the timeout is paused. */
function useUndoLimit({ action, shownAt }: Toast, onEnd: () => void): void {
  const end = useEffectEvent(onEnd)
  const isUndo = action?.isUndo === true
  useEffect(() => {
    if (!isUndo) return
    const timer = setTimeout(() => end(), Math.max(0, shownAt + undoMs - Date.now()))
    return () => clearTimeout(timer)
  }, [isUndo, shownAt])
}

interface ToastCardProps {
  toast: Toast
  onAct: () => void
  onClose: () => void
}

function ToastCard({ toast, onAct, onClose }: ToastCardProps) {
  const { t } = useText()
  const [isHovered, setHovered] = useState(false)
  const [isFocused, setFocused] = useState(false)
  useTimeout(toast, isHovered || isFocused, onClose)
  useUndoLimit(toast, onClose)
  const { colour, icon } = looks[toast.type]
  const { action, words, isAssertive = toast.type === 'error' || toast.type === 'warning' } = toast
  const say = (said: typeof words.message) => sayAgain(said, t as AnyTranslate)
  return (
    <Box
      onMouseEnter={() => setHovered(true)}
      onMouseLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      sx={{
        pointerEvents: 'auto',
        display: 'flex',
        alignItems: 'flex-start',
        gap: '10px',
        minWidth: 'min(320px, 100%)',
        maxWidth: 'min(460px, 100%)',
        p: '12px 10px 12px 14px',
        borderRadius: '14px',
        border: `1px solid ${token('line')}`,
        borderLeft: `4px solid ${token(colour)}`,
        backgroundColor: token('raised'),
        boxShadow: `0 10px 28px ${token('shadow')}`,
        '@keyframes rumbo-toast': { from: { opacity: 0, transform: 'translateY(8px)' } },
        animation: 'rumbo-toast 150ms ease-out',
      }}
    >
      <Box
        role={isAssertive ? 'alert' : 'status'}
        aria-atomic="true"
        sx={{ display: 'flex', gap: '10px', flex: 1, minWidth: 0 }}
      >
        <Box aria-hidden sx={{ color: token(colour), display: 'flex', '& svg': { fontSize: 20 } }}>
          {toast.icon ?? icon}
        </Box>
        <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          <span style={visuallyHidden}>{`${t(`ui.toasts.${toast.type}`)}: `}</span>
          <Box component="span" sx={{ display: 'block', typography: 'h3' }}>
            {say(words.message)}
          </Box>
          {words.detail !== undefined && (
            <Box component="span" sx={{ display: 'block', typography: 'body2', color: token('textSoft') }}>
              {say(words.detail)}
            </Box>
          )}
        </Box>
      </Box>
      {action && (
        <Button size="small" onClick={onAct} sx={{ mt: '-5px' }}>
          {say(words.action ?? action.label)}
          {action.keyHint && <KeyHint>{action.keyHint}</KeyHint>}
        </Button>
      )}
      <IconButton size="small" onClick={onClose} aria-label={t('ui.toasts.dismiss')} sx={{ mt: '-4px' }}>
        <CloseRounded fontSize="small" />
      </IconButton>
    </Box>
  )
}

function ToastList({ store }: { store: ToastStore }) {
  const { t } = useText()
  const toasts = useSyncExternalStore(store.subscribe, store.toasts)
  const region = useRef<HTMLElement>(null)
  const place = useClearPlace(toasts.length > 0, () => region.current?.offsetHeight ?? 0)
  // An open dialog hides its siblings from screen readers, but toasts must stay readable.
  useEffect(() => {
    if (toasts.length > 0) region.current?.removeAttribute('aria-hidden')
  }, [toasts])
  return createPortal(
    <Box
      component="section"
      ref={region}
      aria-label={t('ui.toasts.region')}
      style={{ '--toasts-left': `${place.left}px`, '--toasts-bottom': `${place.bottom}px` } as CSSProperties}
      sx={{
        position: 'fixed',
        zIndex: 'snackbar',
        left: 'var(--toasts-left)',
        right: 20,
        bottom: 'var(--toasts-bottom)',
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'flex-start',
        gap: '10px',
        pointerEvents: 'none',
        // On phones the bottom edge is used by buttons.
        '@media (max-width: 600px)': { top: 64, bottom: 'auto', left: 12, right: 12 },
      }}
    >
      {toasts.map((toast) => (
        <ToastCard
          key={toast.id}
          toast={toast}
          onAct={() => store.act(toast.id)}
          onClose={() => store.dismiss(toast.id)}
        />
      ))}
    </Box>,
    document.body,
  )
}

interface ToastProviderProps {
  children: ReactNode
  /** A store created by the caller, so that code outside React can show toasts. */
  store?: ToastStore
}

/** Shows toasts above its content, at the bottom left beside the menu; on phones below the header. */
export function ToastProvider({ children, store }: ToastProviderProps) {
  const [own] = useState(() => store ?? createToastStore())
  return (
    <StoreContext.Provider value={own}>
      {children}
      <ToastList store={own} />
    </StoreContext.Provider>
  )
}

/** `show`, `dismiss`, `act`, `undoLast` and `clear` of the toasts. Use it below `ToastProvider` only. */
export function useToasts(): Pick<ToastStore, 'show' | 'dismiss' | 'act' | 'undoLast' | 'clear'> {
  const store = useContext(StoreContext)
  if (store === null) throw new Error('useToasts is used outside ToastProvider')
  return store
}
