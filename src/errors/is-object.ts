/** Whether a value is an object or a function, and not `null`. */
export const isObject = (value: unknown): value is object => Object(value) === value;
