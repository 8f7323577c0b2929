int *noisy = 0;
