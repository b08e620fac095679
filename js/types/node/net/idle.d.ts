export declare class IdleTimer {
    #private;
    /** `delay` in milliseconds. */
    constructor(delay: number, expired: () => void);
    /** Begins the time again. Only the moment is noted: sockets do this with each chunk. */
    touch(): void;
    stop(): void;
}
