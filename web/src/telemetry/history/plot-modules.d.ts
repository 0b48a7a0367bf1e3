/** Vite handles the import of the style sheet. */
declare module 'uplot/dist/uPlot.min.css'
