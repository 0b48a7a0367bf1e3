import { screen, within } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { pretendMedia, renderUi } from '../testing.tsx'
import { DataTable } from './DataTable.tsx'
import type { TableProps, TableView } from './table-model.ts'
import { RowMenu } from './table-parts.tsx'

interface Row {
  id: string
  number: string
  plate: string
}

const rows: Row[] = ['104', '118', '128'].map((number) => ({
  id: `id-${number}`,
  number,
  plate: `P-${number}`,
}))
const firstView: TableView = { page: 1, size: 25, order: 'asc' }

function tableProps(some: Partial<TableProps<Row>> = {}): TableProps<Row> {
  return {
    label: 'Unidades',
    columns: [
      { key: 'number', header: 'Unidad', isSortable: true, render: (row) => row.number },
      { key: 'plate', header: 'Placa', render: (row) => row.plate },
    ],
    rows,
    total: 60,
    rowId: (row) => row.id,
    rowName: (row) => row.number,
    view: firstView,
    onView: () => {},
    ...some,
  }
}

describe('a data table', () => {
  it('sorts by a chosen header, and reverses the order the second time', async () => {
    const onView = vi.fn()
    const Holder = () => {
      const [view, setView] = useState({ ...firstView, page: 3 })
      return (
        <DataTable
          {...tableProps({
            view,
            onView: (next) => {
              onView(next)
              setView((before) => ({ ...before, ...next }))
            },
          })}
        />
      )
    }
    const { user } = renderUi(<Holder />)
    await user.click(screen.getByRole('button', { name: 'Unidad' }))
    expect(onView).toHaveBeenLastCalledWith({ page: 1, size: 25, sort: 'number', order: 'asc' })
    expect(screen.getByRole('columnheader', { name: /Unidad/ }).getAttribute('aria-sort')).toBe('ascending')
    await user.click(screen.getByRole('button', { name: 'Unidad' }))
    expect(onView).toHaveBeenLastCalledWith({ page: 1, size: 25, sort: 'number', order: 'desc' })
  })

  it('pages, and shows the range on screen', async () => {
    const onView = vi.fn()
    const { user } = renderUi(<DataTable {...tableProps({ view: { ...firstView, page: 3 }, onView })} />)
    screen.getByText('51 a 60 de 60')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Página siguiente' }).disabled).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Página anterior' }))
    expect(onView).toHaveBeenLastCalledWith({ ...firstView, page: 2 })
    await user.selectOptions(screen.getByRole('combobox', { name: 'Filas por página' }), '50')
    expect(onView).toHaveBeenLastCalledWith({ ...firstView, size: 50, page: 1 })
  })

  it('selects a row, then the page, and keeps the selection of other pages', async () => {
    const Holder = () => {
      const [ids, setIds] = useState(new Set(['elsewhere']))
      return (
        <>
          <DataTable {...tableProps({ selection: { ids, onChange: setIds } })} />
          <output>{[...ids].sort().join(' ')}</output>
        </>
      )
    }
    const { user } = renderUi(<Holder />)
    await user.click(screen.getByRole('checkbox', { name: 'Seleccionar 118' }))
    expect(screen.getByRole('status').textContent).toBe('elsewhere id-118')
    const all = screen.getByRole('checkbox', { name: 'Seleccionar todas las filas de la página' })
    await user.click(all)
    expect(screen.getByRole('status').textContent).toBe('elsewhere id-104 id-118 id-128')
    await user.click(all)
    expect(screen.getByRole('status').textContent).toBe('elsewhere')
  })

  it('opens rows by click and by keyboard, and moves between rows by arrow keys', async () => {
    const onOpen = vi.fn()
    const { user } = renderUi(<DataTable {...tableProps({ onOpen })} />)
    await user.click(screen.getByText('P-118'))
    expect(onOpen).toHaveBeenLastCalledWith(rows[1])
    screen.getByRole('button', { name: '104' }).focus()
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    expect(onOpen).toHaveBeenLastCalledWith(rows[2])
    expect(onOpen).toHaveBeenCalledTimes(2)
  })

  it('offers a menu for each row, and choosing from it does not open the row', async () => {
    const [onOpen, onChoose, onLocked] = [vi.fn(), vi.fn(), vi.fn()]
    const { user } = renderUi(
      <DataTable
        {...tableProps({
          onOpen,
          rowActions: (row) => (
            <RowMenu
              name={row.number}
              items={[
                { label: 'Editar', onChoose: () => onChoose(row.id) },
                { label: 'Eliminar', onChoose: onLocked, lockedReason: 'Tiene un servicio en curso' },
              ]}
            />
          ),
        })}
      />,
    )
    await user.click(screen.getByRole('button', { name: 'Acciones de 118' }))
    const locked = await screen.findByRole('menuitem', { name: /Tiene un servicio en curso/ })
    expect(locked.getAttribute('aria-disabled')).toBe('true')
    await user.click(screen.getByRole('menuitem', { name: 'Editar' }))
    expect(onChoose).toHaveBeenCalledExactlyOnceWith('id-118')
    expect(onOpen).not.toHaveBeenCalled()
  })

  it('shows a skeleton before the first answer, and one sentence when the list is empty', () => {
    const { rerender } = renderUi(<DataTable {...tableProps({ rows: undefined, total: 0 })} />)
    expect(screen.getByRole('status').textContent).toContain('Cargando')
    rerender(<DataTable {...tableProps({ rows: [], total: 0, empty: <p>Todavía no hay unidades</p> })} />)
    screen.getByText('Todavía no hay unidades')
    expect(screen.queryByRole('table')).toBeNull()
  })

  it('keeps the old rows beside an error and retries on demand', async () => {
    const onRetry = vi.fn()
    const { user } = renderUi(
      <DataTable {...tableProps({ error: 'Sin conexión con el servidor', onRetry })} />,
    )
    expect(screen.getByRole('alert').textContent).toContain('Sin conexión con el servidor')
    screen.getByText('P-104')
    await user.click(screen.getByRole('button', { name: 'Reintentar' }))
    expect(onRetry).toHaveBeenCalledOnce()
  })

  it('becomes a list of cards on a phone, with the same functions', async () => {
    pretendMedia('max-width: 600px')
    const [onView, onOpen, onChange] = [vi.fn(), vi.fn(), vi.fn()]
    const { user } = renderUi(
      <DataTable {...tableProps({ onView, onOpen, selection: { ids: new Set(), onChange } })} />,
    )
    expect(screen.queryByRole('table')).toBeNull()
    const list = screen.getByRole('list', { name: 'Unidades' })
    expect(within(list).getAllByRole('listitem')).toHaveLength(3)
    await user.selectOptions(screen.getByRole('combobox', { name: 'Ordenar por' }), 'number')
    expect(onView).toHaveBeenLastCalledWith({ ...firstView, sort: 'number' })
    await user.click(screen.getByRole('button', { name: '128' }))
    expect(onOpen).toHaveBeenLastCalledWith(rows[2])
    await user.click(screen.getByRole('checkbox', { name: 'Seleccionar 104' }))
    expect(onChange).toHaveBeenLastCalledWith(new Set(['id-104']))
  })
})
