// An arm that only reports what went wrong is not hot.
// RUN: %check --checks=torchsync-item,torchsync-print --std=c++20 %s %t
#include <cstdio>
#include <iostream>
#include <torch/torch.h>
#include <torchsync/annotations.h>

using torch::Tensor;
Tensor fresh(); // A new value each time, where nobody knows.
void work(int);
bool good();

void reports(int rows, int columns) {
  TORCHSYNC_HOT for (int i = 0; i < 1000; ++i) {
    int row = i / rows;
    // In place of the work, behind a condition of several parts.
    if (row < rows && i - row < columns) {
      work(row);
    } else {
      std::cerr << "out of bounds: " << fresh() << std::endl;
      std::printf("%f\n", fresh().item<double>());
    }
    if (row < rows || good())
      work(row);
    else
      std::cerr << fresh().item<double>() << '\n';
    // And instead of the rest of the iteration.
    if (!good()) {
      std::cerr << fresh() << '\n';
      continue;
    }
    // Which of two things is printed is no failure, nor is a print beside the
    // work or before it.
    if (good())
      std::cout << "good\n";
    else
      std::cout << fresh().item<double>() << '\n';
      // CHECK-MESSAGES: :[[@LINE-1]]:28: warning: 'item' makes the host wait for the device on every iteration of this hot loop; {{.+}} [torchsync-item]
    if (good())
      std::cout << fresh().item<double>() << '\n';
      // CHECK-MESSAGES: :[[@LINE-1]]:28: warning: 'item' makes the host wait for the device on every iteration of this hot loop; {{.+}} [torchsync-item]
    else
      work(row);
    if (good())
      work(row);
    else {
      std::cout << fresh().item<double>() << '\n';
      // CHECK-MESSAGES: :[[@LINE-1]]:28: warning: 'item' makes the host wait for the device on every iteration of this hot loop; {{.+}} [torchsync-item]
      work(row + 1);
    }
  }
}
